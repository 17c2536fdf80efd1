"""The closed classes of English that instructions are built from; everything else is read by its place."""

from collections.abc import Mapping

from airanchor.embedded.ears.tokens.wordset import words

ABBREVIATIONS = words("inc co corp ltd st mt dr mr mrs ms jr sr bros ave blvd rd approx no")

DETERMINERS = words(
    "the a an this that these those your its their my our his her another any some each every either both "
    "all several many few multiple various half"
)
ORDINALS: Mapping[str, int] = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "6th": 6, "7th": 7, "8th": 8,
    "9th": 9, "10th": 10, "next": 1, "following": 1, "upcoming": 1, "nearest": 1, "closest": 1, "last": -1,
    "final": -1,
}  # fmt: skip
PLAIN_SELECTORS = words(
    "other same very only opposite near far nearby adjacent immediate own previous former latter"
)
PRONOUNS = words("it them itself this that these those here there one ones")
SUBJECTS = words("you we i they he she you'll you're you've you'd we'll it'll they'll drone")

PREPOSITIONS = words(
    "to toward towards past over above under beneath below underneath around round between along "
    "alongside across through thru down up at near by beside behind in on into onto inside outside within "
    "from off of for with without against opposite beyond before after until till via atop amid among "
    "until upon about"
)
CONJUNCTIONS = words("and or but then so & plus nor")
SUBORDINATORS = words(
    "until till once when whenever after before as where while if unless because since whilst"
)
RELATIVES = words("which that who whose")
COPULAS = words("it's that's there's here's is are be was were being been isn't aren't 's are're")
STANDING = words("stand stands sit sits lie lies loom looms")
"""Verbs that only place the noun before them: "two towers stand ahead of you"."""
AUXILIARIES = words(
    "will would should shall must may might can could do does did have has had won't cannot can't need "
    "needs want wants gonna ought let please"
)
WEAK_AUXILIARIES = words("can could may might can't cannot couldn't")
NEGATIONS = words("not don't never avoid without ignore doesn't won't didn't skip")
ADVERBS = words(
    "then again also just only almost nearly about approximately roughly immediately soon directly "
    "straight ahead forward forwards onward onwards now next finally lastly afterward afterwards "
    "eventually right-hand together slightly sharply gently slowly carefully quickly briefly gradually "
    "shortly halfway midway partway even still already too very quite pretty so yet ever always please "
    "first firstly secondly thirdly subsequently later further farther along back backward backwards away "
    "here there simply really continuously upward upwards downward downwards vertically horizontally "
    "sideways overhead much more less most least enough maybe perhaps exactly once twice anymore instead "
    "well far similarly steadily smoothly otherwise meanwhile thereafter hence way all able close up down "
    "left right leftward leftwards rightward rightwards leftwise clockwise counterclockwise anticlockwise "
    "counter-clockwise anti-clockwise north south east west northeast northwest southeast southwest "
    "northward southward eastward westward northwards southwards eastwards westwards"
)
FUNCTION_WORDS = (
    DETERMINERS
    | PRONOUNS
    | SUBJECTS
    | PREPOSITIONS
    | CONJUNCTIONS
    | SUBORDINATORS
    | RELATIVES
    | COPULAS
    | AUXILIARIES
    | NEGATIONS
)

SIDES: Mapping[str, str] = {
    **dict.fromkeys(("left", "left-hand", "lefthand", "leftward", "leftwards"), "left"),
    **dict.fromkeys(("anticlockwise", "counterclockwise", "counter-clockwise", "anti-clockwise"), "left"),
    **dict.fromkeys(("right", "right-hand", "righthand", "rightward", "rightwards", "clockwise"), "right"),
}
COMPASS: Mapping[str, str] = {
    form: point
    for point in ("north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest")
    for form in (
        point,
        *(point + ending for ending in ("ward", "wards", "bound", "erly")),
        f"{point[:5]}-{point[5:]}",
    )
}
UPWARD = words("up upward upwards higher skyward vertically")
DOWNWARD = words("down downward downwards lower")
ONWARD = words("straight forward forwards ahead onward onwards directly on")
BACKWARD = words("back backward backwards around")
SLIGHT = words("slight slightly gentle gently little bit shallow mild mildly softly small gradual gradually")
SHARP = words("sharp sharply hard tight steep steeply")

NOT_LANDMARKS = words(
    "left right way side direction front rear step metre meter foot feet yard mile kilometre kilometer "
    "time destination view sight degree turn north south east west height altitude level elevation "
    "distance size course heading angle moment second minute rest middle center centre o'clock position "
    "point bit couple pace target goal journey route flight hand end start beginning half quarter third "
    "foreground background image top part stop pause manner speed line-of-sight drone camera ahead "
    "instruction place spot location area portion reference scene frame sky air ground approach descent "
    "ascent climb horizon something anything everything bottom base one next other while case attention "
    "care thing shape design number fact rate vicinity road's block's stretch surrounding midway step's "
    "left-hand right-hand beeline"
)
PARTITIVES = words(
    "end middle center centre top side edge corner start beginning front rear back base foot half quarter "
    "third rest part bottom roof rooftop length width level height"
)
"""In "the end of the block" the landmark is the block."""
COLLECTIVES = words(
    "set sets row rows pair pairs group groups couple cluster clusters series line number bunch pair"
)
"""In "a row of trees" the landmark is a tree."""
JUNCTIONS = words(
    "light intersection corner street block t-intersection junction crossing crossroad crossroads "
    "stoplight road crosswalk avenue lane alley traffic-light roundabout signal square plaza lot path "
    "route way"
)
"""Places without parts of their own: what comes "with" them is another landmark."""
PARTS = words(
    "window facade façade roof rooftop balcony door doorway wall column arch archway spire dome antenna "
    "balustrade brick panel pattern design stripe line detail detailing trim structure accent border "
    "frame surface exterior shape element feature floor story storey level glass pane chimney cornice "
    "ledge entrance arcade section division texture tint color colour awning sign signage lettering logo "
    "emblem railing terrace base top tip corner edge installation tank unit ornament decoration cladding "
    "siding material shade side tower architecture style layout finish canopy porch gable turret leg arm "
    "wing cable pillar vent hvac beam height profile appearance opening shutter clock face tile stonework "
    "bay plant vegetation utility"
)

COLOURS = words(
    "red orange yellow green blue purple violet pink brown black white gray grey beige cream tan gold "
    "golden silver maroon turquoise teal navy ivory crimson scarlet magenta cyan amber bronze copper "
    "charcoal khaki olive lime reddish greenish bluish yellowish brownish grayish greyish whitish pinkish "
    "off-white colorful colourful"
)
SHADES = words("light dark pale bright deep dull vivid soft warm muted")
MATERIALS = words(
    "brick glass concrete stone steel metal metallic wooden wood marble granite limestone sandstone "
    "stucco tile iron aluminium aluminum bronze timber plaster glazed mirrored glassy thatched"
)
QUALITIES = words(
    "large big fat small tiny huge giant massive little medium tall short low high long narrow wide broad "
    "thin thick slim slender round square rectangular circular oval triangular cylindrical conical cubic "
    "cuboid spherical octagonal hexagonal pentagonal trapezoidal curved pointed pointy flat sloped "
    "sloping stepped tapered twisted domed arched vaulted gabled pitched ornate decorative decorated "
    "plain simple modern contemporary old ancient historic historical classic classical traditional "
    "gothic victorian colonial new abandoned ruined derelict empty open closed wavy spiral striped "
    "checkered patterned textured smooth rough shiny reflective transparent translucent illuminated lit "
    "neon dense leafy grassy bare slight steep gentle brief complete full quick soft sharp sudden lush "
    "commercial residential industrial urban public private pedestrian double single twin dual multi- "
    "story multistory multi-storey high-rise low-rise mid-rise skeletal imposing towering prominent "
    "distinctive unique similar different distinct intricate multi-level one-way two-way overhead "
    "elevated raised sunken inset vertical horizontal diagonal symmetric symmetrical asymmetrical "
    "geometric elongated compact clean dirty rusty faded weathered busy quiet main major minor whole "
    "entire actual visible notable parked tree-lined cobbled paved divided fancy plush clear heavy "
    "proportional larger smaller taller shorter wider narrower longer higher lower largest smallest "
    "tallest shortest widest biggest bigger identical additional certain possible regular irregular "
    "complex bold sleek elegant lofty squat silvery stout stubby gleaming medium-height unfinished half-built"
)
ADJECTIVES = COLOURS | MATERIALS | QUALITIES
UNSEEN = words(
    "similar different additional certain possible prominent notable visible actual whole entire main "
    "distinct surrounding major minor same other identical nearby upcoming unique distinctive public "
    "private"
)
"""Adjectives that say nothing a camera can check."""
NOUNS_LIKE_ADJECTIVES = words(
    "terminal canal hospital capital cathedral rental mural portal pedestal memorial signal arsenal "
    "criminal public clinic traffic music shed bed seed weed watershed mall hall wall deli fabric panel "
    "hotel chapel pool school gazebo boutique mosque kiosk residential-block festival arrival total medal "
    "bridal optical dental triumphal"
)
NOUNS_LIKE_VERBS = words(
    "stop light park face cross land turn drop bank head pass end walk climb circle approach"
)
COMPOUND_TAILS = words("stop stand station rental crossing landing pass sign parking walk")
"""Verb forms that end a compound noun: "bus stop", "railway crossing"."""
COMPOUND_HEADS = words(
    "bus taxi truck tram train rail railway level river boat zebra pedestrian street road stop bike "
    "mountain sky board cat moving bell red dead figure"
)
DESCRIBERS = words(
    "characterized characterised featuring features showcasing adorned noted notable known identified "
    "consisting topped marked distinguished accented made built covered having boasting including "
    "identifiable categorized categorised classified decorated surrounded flanked crowned capped "
    "painted constructed composed recognizable recognisable distinguishable described occupying "
    "dominating dominated serving standing towering containing displaying advertising sporting "
    "appearing combining spanning complemented bearing lined fitted equipped situated located "
    "positioned nestled easily prominently resembling advertising shaped labeled labelled named called "
    "finished framed clad exhibiting presenting supported"
)
"""Participles that open a description of the noun before them."""
