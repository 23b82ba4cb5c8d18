import {
  FILTER_WORDS,
  NO_FILTERS,
  NO_OPTIONS,
  OPTION_FLAGS,
  OPTION_WORDS,
  PANELS,
  SORTS,
  type Filters,
  type PatternOptions,
  type Place,
} from "./place.ts";
import { addFilters, addOrder, positionQuery, queryText } from "./query.ts";

/** Maps the options of patterns to parameters of the page, where `at` is the scene of a game. */
const ADDRESS_NAMES: Record<string, string> = { at: "at_move" };

const whole = (text: string | null): number | null => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null);
const list = (text: string | null): string[] => (text ?? "").split(",").filter((part) => part !== "");
const oneOf = <T extends string>(words: readonly T[], text: string | null): T | undefined =>
  words.find((word) => word === text);

/** Reads a place from the query of a link; what is missing or unreadable is as on the first visit. */
export function readPlace(search: string): Place {
  const query = new URLSearchParams(search);
  const lines = (name: string): number | null => {
    const size = whole(query.get(name));
    return size !== null && size >= 2 && size <= 19 ? size : null;
  };
  const filters: Filters = { ...NO_FILTERS, player: query.getAll("player").filter((name) => name !== "") };
  for (const name of FILTER_WORDS) filters[name] = query.get(name) ?? "";
  const options: PatternOptions = { ...NO_OPTIONS };
  for (const name of OPTION_FLAGS) options[name] = query.get(name) === "true";
  for (const name of OPTION_WORDS) options[name] = query.get(ADDRESS_NAMES[name] ?? name) ?? "";
  const stones = query.get("stones") ?? "";
  return {
    size: lines("size") ?? 19,
    stones,
    toPlay: oneOf(["B", "W"] as const, query.get("to_play")) ?? (/^\d+$/.test(stones) ? "W" : "B"),
    moves: list(query.get("moves")),
    swap: query.get("swap") === "true",
    area: query.get("area") || null,
    wildcards: list(query.get("wildcards")),
    options,
    filters,
    all: query.get("list") === "all",
    sizes: lines("sizes"),
    sort: oneOf(SORTS, query.get("sort")) ?? "date",
    reverse: query.get("reverse") === "true",
    panel: oneOf(PANELS, query.get("show")) ?? "games",
    profile: query.get("profile") || null,
    game: whole(query.get("game")),
    at: whole(query.get("at")),
    node: whole(query.get("node")),
    own: list(query.get("own")),
  };
}

/** Returns a place as the query of a link. */
export function placeText(place: Place): string {
  const query = addFilters(positionQuery(place, (name) => ADDRESS_NAMES[name] ?? name), place.filters);
  addOrder(query, place);
  if (place.all) query.set("list", "all");
  if (place.all && place.sizes !== null) query.set("sizes", String(place.sizes));
  if (place.panel !== "games") query.set("show", place.panel);
  if (place.profile !== null) query.set("profile", place.profile);
  if (place.game !== null) {
    query.set("game", String(place.game));
    if (place.at !== null) query.set("at", String(place.at));
    if (place.node !== null) query.set("node", String(place.node));
    if (place.own.length) query.set("own", place.own.join(","));
  }
  return queryText(query);
}

/** Returns a link to a place, relative to the page. */
export const placeHref = (place: Place): string => placeText(place) || location.pathname;
