// The map of places that a method keeps: where it was, what it only saw, the ways between, and what it chose.

const CROWD = 60; // with more places than this, those only seen are dots without a number

// The map of this moment, or the last before it; one of an earlier moment has nothing to choose from.
function placeMapAt(story, moment) {
  if (!moment) return null;
  const last = story.moments.findLast((item) => item.index <= moment.index && item.place_map);
  if (!last) return null;
  return last === moment ? last.place_map : { ...last.place_map, options: [], chosen: null };
}

function waysLayer(story, moment) {
  const map = placeMapAt(story, moment);
  if (!map) return null;
  const at = new Map(map.places.map((place) => [place.id, place.position]));
  const isChosen = ([one, other]) => map.chosen !== null && [one, other].includes(map.chosen) && [one, other].includes(map.current);
  return svg("g", { class: "ways" }, map.edges.map((way) => mapLine(way.map((id) => at.get(id)), "way" + (isChosen(way) ? " is-chosen skill-" + lookOf(skillOf(moment)).key : ""))));
}

function placeWords(map, place) {
  const option = map.options.find((item) => item.place === place.id);
  const states = [place.id === map.current ? "the drone is here" : place.visited ? "visited" : "only seen", place.id === map.chosen ? "chosen" : null];
  const parts = ["Place " + place.id, states.filter(Boolean).join(", "), option ? (option.letter ? option.letter + ": " : "") + option.words : null];
  return parts.filter(Boolean).join(" · ");
}

function placeNode(map, place, moment) {
  const option = map.options.find((item) => item.place === place.id);
  const isDot = map.places.length > CROWD && !place.visited && !option;
  const kinds = ["place", place.visited ? "is-visited" : "is-seen", place.id === map.current ? "is-current" : "", place.id === map.chosen ? "is-chosen skill-" + lookOf(skillOf(moment)).key : ""];
  const words = placeWords(map, place);
  return svg(
    "g",
    {
      class: kinds.filter(Boolean).join(" "),
      transform: "translate(" + mapX(place.position[1]) + " " + mapY(place.position[0]) + ")",
      pointerenter: () => tellOnMap(words),
      pointerleave: () => tellOnMap(""),
    },
    place.id === map.current || place.id === map.chosen ? svg("circle", { r: 13, class: "ring" }) : null,
    svg("circle", { r: isDot ? 3.5 : 8.5, class: "node" }),
    isDot ? null : svg("text", { y: 3.6, "text-anchor": "middle", text: place.id.length > 3 ? "…" : place.id }),
    option && option.letter.length === 1 ? svg("text", { x: 12, y: -8, class: "letter", text: option.letter }) : null,
    svg("title", { text: words }),
  );
}

// What is chosen and where the drone is are drawn last, above the crowd.
function placesLayer(story, moment) {
  const map = placeMapAt(story, moment);
  if (!map) return null;
  const rank = (place) => (place.id === map.current || place.id === map.chosen ? 2 : place.visited ? 1 : 0);
  const places = [...map.places].sort((one, other) => rank(one) - rank(other));
  return svg("g", { class: "places" }, places.map((place) => placeNode(map, place, moment)));
}

function placeKey(story, moment) {
  const map = placeMapAt(story, moment);
  if (!map) return [];
  const entry = (kind, words) => el("span", {}, el("span", { class: "key-place " + kind, "aria-hidden": "true" }), words);
  return [
    entry("is-visited", "visited"),
    entry("is-seen", "only seen"),
    entry("is-visited is-current", "here"),
    map.chosen !== null ? entry("is-seen is-chosen skill-" + lookOf(skillOf(moment)).key, "chosen") : null,
    map.options.some((option) => option.letter) ? el("span", {}, el("b", { text: "A " }), "offered") : null,
  ];
}
