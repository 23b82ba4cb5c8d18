import type { SearchBoard } from "../go/position.ts";
import { CONDITIONS } from "./openapi.ts";

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

/** The conditions on games, named as in the API; numbers of games are told by no link. */
export type Filters = { player: string[] } & Record<Exclude<keyof typeof CONDITIONS, "player" | "game">, string>;

const { game: _, ...named } = CONDITIONS;
export const NO_FILTERS = { ...Object.fromEntries(Object.keys(named).map((name) => [name, ""])), player: [] as string[] } as Filters;

/** The orders of the list of games. */
export const SORTS = ["date", "rank", "players", "length", "result", "number"] as const;
export type Sort = (typeof SORTS)[number];

/** The parts beside the search board. */
export const PANELS = ["games", "statistics", "tree"] as const;
export type Panel = (typeof PANELS)[number];

/** Where the open game stands. */
export interface Step {
  /** The scene of the game, from 0. */
  at: number | null;
  /** The number of the node in the game's tree, if it is in a variation of the record. */
  node: number | null;
  /** The moves that the user tries from there, such as `Bpd`, as the record would have them. */
  own: string[];
}

export const NO_STEP: Step = { at: null, node: null, own: [] };

/** The state that a link to the page restores. */
export interface Place extends SearchBoard, Step {
  /** True to count games with exchanged colours, too; patterns have an option for that. */
  swap: boolean;
  /** The area to search for, as its upper left and lower right point, such as `ma,sg`; null for the whole board. */
  area: string | null;
  /** The points of the area that may hold anything. */
  wildcards: string[];
  options: PatternOptions;
  filters: Filters;
  /** True to list all games of the database, false to list those with the position. */
  all: boolean;
  /** The size of the boards in the list of all games; null for all sizes. */
  sizes: number | null;
  sort: Sort;
  /** True for the list from its end. */
  reverse: boolean;
  panel: Panel;
  /** The player whose page is shown. */
  profile: string | null;
  /** The number of the open game. */
  game: number | null;
}

type Words<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T][];
type Flags<T> = { [K in keyof T]: T[K] extends boolean ? K : never }[keyof T][];

/** The conditions with one value each. */
export const FILTER_WORDS = (Object.keys(NO_FILTERS) as (keyof Filters)[]).filter((name) => name !== "player") as Words<Filters>;
/** The options of patterns that are on or off. */
export const OPTION_FLAGS: Flags<PatternOptions> = ["fixed_colors", "in_place", "touching", "direct", "strict"];
/** The options of patterns with a value. */
export const OPTION_WORDS: Words<PatternOptions> = ["next", "at", "stood"];

/** Returns the number of conditions that are set. */
export const activeFilters = (filters: Filters): number =>
  filters.player.length + FILTER_WORDS.filter((name) => filters[name] !== "").length;

/** Returns the filter by a whole name; the name alone is a filter by any name that has it in it. */
export const wholeName = (name: string): string => `=${name.replace(/[\\|]/g, "\\$&")}`;

/** Returns the name in a filter by one whole name; null for other filters. */
export const nameOfWhole = (filter: string): string | null =>
  /^=([^\\|]|\\.?)*$/.test(filter) ? filter.slice(1).replace(/\\([|!=\\])/g, "$1") : null;

/** Returns whether the API has a condition of this name; errors about conditions are shown beside their fields. */
export const isFilter = (name: string): name is keyof Filters => name in NO_FILTERS;

/** Returns whether the API has an option of patterns of this name; errors about options are shown beside them. */
export const isOption = (name: string): boolean => name in NO_OPTIONS;

/** Returns whether a parameter of the API says what the search board asks; errors about it are shown there. */
export const isQuestion = (name: string): boolean =>
  isOption(name) || ["size", "stones", "to_play", "moves", "swap", "area", "wildcards"].includes(name);
