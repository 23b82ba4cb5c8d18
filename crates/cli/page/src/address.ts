import { cell } from "./cell.ts";
import type { Color } from "./types.ts";

/** The state that a link to the page restores. */
export interface Place {
  size: number;
  stones: string;
  toPlay: Color;
  moves: string[];
  swap: boolean;
  filters: Filters;
  sort: Sort;
  reverse: boolean;
  game: number | null;
  at: number | null;
}

export interface Filters {
  player: string[];
  black: string;
  white: string;
  year: string;
  result: string;
  rank: string;
  event: string;
}

export const SORTS = ["date", "rank", "players", "number"] as const;
export type Sort = (typeof SORTS)[number];

export const NO_FILTERS: Filters = { player: [], black: "", white: "", year: "", result: "", rank: "", event: "" };
const SINGLE = ["black", "white", "year", "result", "rank", "event"] as const;

export const activeFilters = (filters: Filters): number =>
  filters.player.length + SINGLE.filter((name) => filters[name] !== "").length;

const whole = (text: string | null): number | null => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null);

export function readPlace(search: string): Place {
  const query = new URLSearchParams(search);
  const sort = query.get("sort");
  const size = whole(query.get("size"));
  const filters: Filters = { ...NO_FILTERS, player: query.getAll("player").filter((name) => name !== "") };
  for (const name of SINGLE) filters[name] = query.get(name) ?? "";
  return {
    size: size !== null && size >= 2 && size <= 19 ? size : 19,
    stones: query.get("stones") ?? "",
    toPlay: query.get("to_play") === "W" ? "W" : "B",
    moves: (query.get("moves") ?? "").split(",").filter((move) => move !== ""),
    swap: query.get("swap") === "true",
    filters,
    sort: SORTS.find((known) => known === sort) ?? "date",
    reverse: query.get("reverse") === "true",
    game: whole(query.get("game")),
    at: whole(query.get("at")),
  };
}

/** Returns the position as a query for the API or the page's address. */
export function positionQuery(place: Place): URLSearchParams {
  const query = new URLSearchParams();
  if (place.size !== 19) query.set("size", String(place.size));
  if (place.stones) query.set("stones", place.stones);
  if (place.toPlay === "W") query.set("to_play", "W");
  if (place.moves.length) query.set("moves", place.moves.join(","));
  if (place.swap) query.set("swap", "true");
  return query;
}

/** Returns the position and the filters as a query. */
export function searchQuery(place: Place, filters = place.filters): URLSearchParams {
  const query = positionQuery(place);
  for (const name of filters.player) query.append("player", name);
  for (const name of SINGLE) if (filters[name]) query.set(name, filters[name]);
  return query;
}

/** Formats a query, with a question mark unless it is empty. Commas stay as they are, so that links are readable. */
export const queryText = (query: URLSearchParams): string => {
  const text = query.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
};

/** Returns the position, the filters and the order of the games as a query. */
export function gamesQuery(place: Place): URLSearchParams {
  const query = searchQuery(place);
  if (place.sort !== "date") query.set("sort", place.sort);
  if (place.reverse) query.set("reverse", "true");
  return query;
}

export function placeText(place: Place): string {
  const query = gamesQuery(place);
  if (place.game !== null) query.set("game", String(place.game));
  if (place.game !== null && place.at !== null) query.set("at", String(place.at));
  return queryText(query);
}

export const placeHref = (place: Place): string => placeText(place) || location.pathname;

export const place = cell(readPlace(location.search));

const beginsWith = (line: string[], moves: string[]): boolean => moves.every((move, i) => line[i] === move);
const asLine = (value: unknown, moves: string[]): string[] =>
  Array.isArray(value) && value.every((move) => typeof move === "string") && beginsWith(value, moves) ? value : moves;

/** The moves on the search board and after them those taken back, which Forward plays again. */
export const line = cell(asLine(history.state?.line, place.get().moves));

const sameStart = (a: Place, b: Place): boolean =>
  a.stones === b.stones && a.toPlay === b.toPlay && a.size === b.size;

/** Changes the place, as a new entry of the browser's history or in place of the current one. */
export function go(change: Partial<Place>, how: "push" | "replace" = "push"): void {
  const before = place.get();
  const next = { ...before, ...change };
  const nextLine = sameStart(next, before) && beginsWith(line.get(), next.moves) ? line.get() : next.moves;
  const state = { line: nextLine };
  const text = placeText(next);
  if (how === "push" && text !== placeText(before)) history.pushState(state, "", text || location.pathname);
  else history.replaceState(state, "", text || location.pathname);
  line.set(nextLine);
  place.set(next);
}

window.addEventListener("popstate", (event) => {
  const next = readPlace(location.search);
  if (!sameStart(next, place.get()) || !beginsWith(line.get(), next.moves))
    line.set(asLine((event.state as { line?: unknown } | null)?.line, next.moves));
  place.set(next);
});
