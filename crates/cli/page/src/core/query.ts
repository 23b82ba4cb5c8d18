import { playerAfter } from "../go/points.ts";
import type { SearchBoard } from "../go/position.ts";
import { FILTER_WORDS, OPTION_FLAGS, OPTION_WORDS, type Filters, type Place } from "./place.ts";

/** Returns what is on the search board as a query. */
function boardQuery(board: SearchBoard): URLSearchParams {
  const query = new URLSearchParams();
  if (board.size !== 19) query.set("size", String(board.size));
  if (board.stones) query.set("stones", board.stones);
  if (board.toPlay === "W" || /^\d/.test(board.stones)) query.set("to_play", board.toPlay);
  if (board.moves.length) query.set("moves", board.moves.join(","));
  return query;
}

/** Returns what is searched for, the whole board or a part of it, as a query; `name` maps the names of options. */
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

/** Adds the filters to a query. */
export function addFilters(query: URLSearchParams, filters: Filters): URLSearchParams {
  for (const name of filters.player) query.append("player", name);
  for (const name of FILTER_WORDS) if (filters[name]) query.set(name, filters[name]);
  return query;
}

/** Returns the filters as a query for the API. */
export const filterQuery = (filters: Filters): URLSearchParams => addFilters(new URLSearchParams(), filters);

/**
 * Returns whose answers to a part of the board count, as in the API: those that the option says, or after a pass those
 * of the colour to play; otherwise either's.
 */
export function answersOf({ options, moves, toPlay }: Place): string {
  if (options.next !== "" || moves.at(-1) !== "pass") return options.next;
  return playerAfter(toPlay, moves.length) === "B" ? "X" : "O";
}

/** Returns the position and the filters as a query for the API. */
export const searchQuery = (place: Place, filters = place.filters): URLSearchParams =>
  addFilters(positionQuery({ ...place, options: { ...place.options, next: answersOf(place) } }), filters);

/** Returns the path of the position in the API. */
export const positionPath = (place: Place): string => `position${queryText(searchQuery(place))}`;

/** Formats a query, with a question mark unless it is empty. Commas stay as they are, so that links are readable. */
export const queryText = (query: URLSearchParams): string => {
  const text = query.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
};

/** Adds the order of the list of games to a query. */
export function addOrder(query: URLSearchParams, place: Place): URLSearchParams {
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

/** Returns the path of a file of all games of a list. */
export function downloadPath(path: string, form: string): string {
  const [list, query] = path.split("?");
  return `${list}/export?as=${form}${query === undefined ? "" : `&${query}`}`;
}

/** Returns the path of a part of a list of games: `limit` games from the one at `offset` on. */
export const partOfList = (path: string, offset: number, limit: number): string =>
  `${path}${path.includes("?") ? "&" : "?"}offset=${offset}&limit=${limit}`;

