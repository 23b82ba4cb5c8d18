import { cell } from "./cell.ts";
import { addEntry, changeEntry, keptEntry } from "./entry.ts";
import { otherColor, playerAfter, type Color } from "../go/points.ts";

/** The options of a search for a part of the board, named as in the API. */
export interface PatternOptions {
  fixed_colors: boolean;
  in_place: boolean;
  touching: boolean;
  direct: boolean;
  strict: boolean;
  next: string;
  at: string;
  stood: string;
}

export const NO_OPTIONS: PatternOptions = {
  fixed_colors: false,
  in_place: false,
  touching: false,
  direct: false,
  strict: false,
  next: "",
  at: "",
  stood: "",
};

/** The conditions on games, named as in the API. */
export interface Filters {
  player: string[];
  black: string;
  white: string;
  year: string;
  from: string;
  to: string;
  event: string;
  result: string;
  rank: string;
  komi: string;
  handicap: string;
  rules: string;
  archive: string;
  words: string;
}

export const NO_FILTERS: Filters = {
  player: [],
  black: "",
  white: "",
  year: "",
  from: "",
  to: "",
  event: "",
  result: "",
  rank: "",
  komi: "",
  handicap: "",
  rules: "",
  archive: "",
  words: "",
};

export const SORTS = ["date", "rank", "players", "number"] as const;
export type Sort = (typeof SORTS)[number];

/** The parts beside the search board. */
export const PANELS = ["games", "statistics", "tree"] as const;
export type Panel = (typeof PANELS)[number];

/** The state that a link to the page restores. */
export interface Place {
  size: number;
  /** The stones before the first move, such as `Bpd,Wdp`. */
  stones: string;
  /** The colour of the first move. */
  toPlay: Color;
  moves: string[];
  swap: boolean;
  /** The area to search for, as its upper left and lower right point, such as `ma,sg`; null for the whole board. */
  area: string | null;
  /** The points of the area that may have anything. */
  wildcards: string[];
  options: PatternOptions;
  filters: Filters;
  /** True to list all games of the database, false to list those with the position. */
  all: boolean;
  /** The size of the boards in the list of all games; null for all sizes. */
  sizes: number | null;
  sort: Sort;
  reverse: boolean;
  panel: Panel;
  /** The player whose page is shown. */
  profile: string | null;
  game: number | null;
  /** The scene of the game. */
  at: number | null;
  /** The node of the game's tree, in a variation. */
  node: number | null;
}

type Words<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T][];
type Flags<T> = { [K in keyof T]: T[K] extends boolean ? K : never }[keyof T][];

const FILTERS = (Object.keys(NO_FILTERS) as (keyof Filters)[]).filter((name) => name !== "player") as Words<Filters>;
const OPTION_FLAGS: Flags<PatternOptions> = ["fixed_colors", "in_place", "touching", "direct", "strict"];
const OPTION_WORDS: Words<PatternOptions> = ["next", "at", "stood"];

/** Maps the options of patterns to parameters of the page, where `at` is the scene of a game. */
const ADDRESS_NAMES: Record<string, string> = { at: "at_move" };

export const activeFilters = (filters: Filters): number =>
  filters.player.length + FILTERS.filter((name) => filters[name] !== "").length;

/** Returns the filter by a whole name; the name alone is a filter by any name that has it in it. */
export const wholeName = (name: string): string => `=${name}`;

/** The names of the conditions in the API; errors about conditions are shown next to their fields. */
export const isFilter = (name: string): name is keyof Filters => name in NO_FILTERS;

/** The names of the options of patterns in the API; errors about them are shown next to them. */
export const isOption = (name: string): boolean => name in NO_OPTIONS;

/** The names in the API of what the search board asks; errors about them are shown there. */
export const isQuestion = (name: string): boolean =>
  isOption(name) || ["size", "stones", "to_play", "moves", "swap", "area", "wildcards"].includes(name);

const whole = (text: string | null): number | null => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null);
const list = (text: string | null): string[] => (text ?? "").split(",").filter((part) => part !== "");
const oneOf = <T extends string>(words: readonly T[], text: string | null): T | undefined =>
  words.find((word) => word === text);

export function readPlace(search: string): Place {
  const query = new URLSearchParams(search);
  const lines = (name: string): number | null => {
    const size = whole(query.get(name));
    return size !== null && size >= 2 && size <= 19 ? size : null;
  };
  const filters: Filters = { ...NO_FILTERS, player: query.getAll("player").filter((name) => name !== "") };
  for (const name of FILTERS) filters[name] = query.get(name) ?? "";
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
  };
}

/** The part of a place that says which position is on the search board. */
export type Board = Pick<Place, "size" | "stones" | "toPlay" | "moves">;

/** Returns the board as a query. */
export function boardQuery(board: Board): URLSearchParams {
  const query = new URLSearchParams();
  if (board.size !== 19) query.set("size", String(board.size));
  if (board.stones) query.set("stones", board.stones);
  if (board.toPlay === "W" || /^\d/.test(board.stones)) query.set("to_play", board.toPlay);
  if (board.moves.length) query.set("moves", board.moves.join(","));
  return query;
}

/** Returns what is searched for, the whole board or a part of it, as a query for the API. */
export function positionQuery(place: Place, name = (parameter: string) => parameter): URLSearchParams {
  const query = boardQuery(place);
  if (place.area === null) {
    if (place.swap) query.set("swap", "true");
    return query;
  }
  query.set("area", place.area);
  if (place.wildcards.length) query.set("wildcards", place.wildcards.join(","));
  for (const flag of OPTION_FLAGS) if (place.options[flag]) query.set(name(flag), "true");
  for (const word of OPTION_WORDS) if (place.options[word]) query.set(name(word), place.options[word]);
  return query;
}

function addFilters(query: URLSearchParams, filters: Filters): URLSearchParams {
  for (const name of filters.player) query.append("player", name);
  for (const name of FILTERS) if (filters[name]) query.set(name, filters[name]);
  return query;
}

/** Returns the filters as a query for the API. */
export const filterQuery = (filters: Filters): URLSearchParams => addFilters(new URLSearchParams(), filters);

/** Returns the position and the filters as a query for the API. */
export const searchQuery = (place: Place, filters = place.filters): URLSearchParams =>
  addFilters(positionQuery(place), filters);

/** Returns the path of the position in the API. */
export const positionPath = (place: Place): string => `position${queryText(searchQuery(place))}`;

/** Formats a query, with a question mark unless it is empty. Commas stay as they are, so that links are readable. */
export const queryText = (query: URLSearchParams): string => {
  const text = query.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
};

function addOrder(query: URLSearchParams, place: Place): URLSearchParams {
  if (place.sort !== "date") query.set("sort", place.sort);
  if (place.reverse) query.set("reverse", "true");
  return query;
}

/** Returns the path of the list of games in the API, without the part of the list. */
export function gamesPath(place: Place): string {
  if (!place.all) return `games${queryText(addOrder(searchQuery(place), place))}`;
  const query = filterQuery(place.filters);
  if (place.sizes !== null) query.set("size", String(place.sizes));
  return `find${queryText(addOrder(query, place))}`;
}

/** Returns the path of a part of a list of games: `limit` games from the one at `offset` on. */
export const partOfList = (path: string, offset: number, limit: number): string =>
  `${path}${path.includes("?") ? "&" : "?"}offset=${offset}&limit=${limit}`;

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
  }
  return queryText(query);
}

export const placeHref = (place: Place): string => placeText(place) || location.pathname;

export const place = cell(readPlace(location.search));

/** The place as it was before the latest steps in the open game. What does not show the game watches it, so that a step costs nothing there. */
export const scope = cell(place.get());

const isStep = (key: string): boolean => key === "at" || key === "node";
place.watch(() => {
  const [before, next] = [scope.get(), place.get()];
  const changed = (Object.keys(next) as (keyof Place)[]).filter((key) => next[key] !== before[key]);
  if (!changed.every(isStep)) scope.set(next);
});

const beginsWith = (line: string[], moves: string[]): boolean => moves.every((move, i) => line[i] === move);
const asLine = (value: unknown, moves: string[]): string[] =>
  Array.isArray(value) && value.every((move) => typeof move === "string") && beginsWith(value, moves) ? value : moves;

/** The moves on the search board and after them those taken back, which Forward plays again. */
export const line = cell(asLine(keptEntry().line, place.get().moves));

const sameStart = (a: Place, b: Place): boolean =>
  a.stones === b.stones && a.toPlay === b.toPlay && a.size === b.size;

/** How many entries of the browser's history a change makes: `once` makes one for all changes with the same key in a row. */
export type Entry = "push" | "replace" | { once: string };

/** The key of the latest change, if the change was made `once`. */
let latest: string | null = null;

/** Changes the place, as a new entry of the browser's history or in place of the current one. */
export function go(change: Partial<Place>, entry: Entry = "push"): void {
  const before = place.get();
  const next = { ...before, ...change };
  const nextLine = sameStart(next, before) && beginsWith(line.get(), next.moves) ? line.get() : next.moves;
  const text = placeText(next);
  const key = typeof entry === "object" ? entry.once : null;
  const isNew = text !== placeText(before) && (entry === "push" || (key !== null && key !== latest));
  if (isNew) addEntry({ line: nextLine }, text || location.pathname);
  else changeEntry({ line: nextLine }, text || location.pathname);
  if (entry !== "replace") latest = key;
  line.set(nextLine);
  place.set(next);
}

const withTurn = (moves: string[]): string[] => (moves.at(-1) === "pass" ? moves.slice(0, -1) : [...moves, "pass"]);

/** Changes the turn: of the first move before it, later by a pass, so that Back and Forward keep working. */
export function switchTurn(): void {
  const { moves, toPlay } = place.get();
  go(moves.length === 0 ? { toPlay: otherColor(toPlay) } : { moves: withTurn(moves) });
}

/** Returns the moves with a further move of a colour; the turn changes before if it is the other colour's. */
export function movesWith(at: Board, move: string, color: Color): string[] {
  const isTurn = color === playerAfter(at.toPlay, at.moves.length);
  return [...(isTurn ? at.moves : withTurn(at.moves)), move];
}

window.addEventListener("popstate", () => {
  const next = readPlace(location.search);
  latest = null;
  if (!sameStart(next, place.get()) || !beginsWith(line.get(), next.moves))
    line.set(asLine(keptEntry().line, next.moves));
  // A reload of this entry must find the moves that were taken back, too.
  changeEntry({ line: line.get() });
  place.set(next);
});
