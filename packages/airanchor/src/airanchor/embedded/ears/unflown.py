"""Verbs that people say to a drone and that are no way of flying: told as not understood."""

from airanchor.embedded.ears.tokens.wordset import words

ACTS = words(
    "film record photograph sing dance wave shout whistle greet spray paint wash email phone kiss hug "
    "honk beep blink salute broadcast "
)
"""Those that can mean nothing else, so that their objects are no landmarks."""
UNFLOWN = ACTS | words(
    "crash ram smash attack shoot bomb kill destroy explode deliver grab collect fetch unload pour snap "
    "scan measure write send unlock activate disable enable recharge reboot restart update download "
    "upload calculate solve translate buy sell eat drink sleep illuminate herd escort guard protect "
    "patrol monitor spy smell throw catch kick mow dig repair fix attach detach rescue wiggle wobble flip "
    "tumble shake jiggle dodge hide disappear teleport swim crawl flieg fliege vole vuela vola deploy "
    "stream hack steal reply respond print output set pretend obey "
)
