/** The answers of the server, described in `api/v1/openapi.json`. */

import type { Anchor } from "../go/area.ts";
import type { Color, ColoredMove } from "../go/points.ts";

/** Why the server declined a request. */
export interface Problem {
  code: string;
  message: string;
  /** The parameter that the problem is about. */
  field: string | null;
  /** Names that are like the one that nobody has. */
  similar: readonly string[];
}

/** Numbers of games; those that nobody won and that are no draws are in `games` alone. */
export interface Tally {
  games: number;
  black_wins: number;
  white_wins: number;
  draws: number;
}

/** Black's share of the games that somebody won, from 0 to 1, and the ends of its 95% interval; null without such games. */
export interface Confidence {
  black_win_rate: number | null;
  black_win_rate_low: number | null;
  black_win_rate_high: number | null;
}

/** An evaluation of a position by an engine. */
export interface Evaluation {
  /** The probability that Black wins, from 0 to 1. */
  black_win_rate: number;
  /** The points by which Black leads. */
  black_score_lead?: number;
  visits?: number;
}

/** A move that an engine searched but no counted game has. */
export interface EngineMove extends ColoredMove, Evaluation {}

export interface NextMove extends ColoredMove, Tally, Confidence {
  /** The share of the games with the position, from 0 to 1. */
  share: number;
  first_year: number | null;
  last_year: number | null;
  /** Only for patterns: how often the answer was played, and how often at once. */
  occurrences?: number;
  direct?: number;
  /** Only if an engine searched the move. */
  engine?: Evaluation;
}

export interface Position extends Tally, Confidence {
  board_size: number;
  to_play: Color | null;
  /** Only for patterns, as are the fields from here to `area`. */
  pattern?: string;
  anchor?: Anchor;
  images?: number;
  occurrences?: number;
  unanswered?: number;
  elsewhere?: number;
  area?: string;
  /** How many of the eight turns and reflections leave the position as it is. */
  symmetries: number;
  first_year: number | null;
  last_year: number | null;
  /** The games in which stones are set up next, and those that end here; not for patterns. */
  set_up?: number;
  ended?: number;
  next_moves: NextMove[];
  black: string[];
  white: string[];
  last_move: ColoredMove | null;
  captured_by_black: number;
  captured_by_white: number;
  /** Only if an engine searched the position. */
  engine?: Evaluation;
  /** Only if there are such moves; those with the most visits first. */
  engine_moves?: EngineMove[];
}

export interface ListedGame {
  game: number;
  date: string | null;
  black: string | null;
  black_rank: string | null;
  white: string | null;
  white_rank: string | null;
  result: string | null;
  event: string | null;
  moves: number;
  repair: string | null;
  move_number: number;
  swapped: boolean;
}

export interface GameList {
  games: number;
  offset: number;
  list: ListedGame[];
}

export interface Scene {
  move_number: number;
  move: string | null;
  color: Color | null;
  put: string[];
  removed: string[];
  comments: string[];
}

export interface Source {
  archive: string;
  imported_at: string;
  member: string | null;
  member_game: number | null;
  differs: boolean;
}

export interface Game {
  game: number;
  board_size: number;
  moves: number;
  black: string | null;
  black_rank: string | null;
  black_team: string | null;
  white: string | null;
  white_rank: string | null;
  white_team: string | null;
  date: string | null;
  date_text: string | null;
  result: string | null;
  result_text: string | null;
  winner: Color | null;
  komi: number | null;
  handicap: number | null;
  rules: string | null;
  time_limit_text: string | null;
  overtime: string | null;
  event: string | null;
  round: string | null;
  place: string | null;
  name: string | null;
  publication: string | null;
  program: string | null;
  repair: string | null;
  sources: Source[];
  /** The number of nodes outside the main line. */
  variations: number;
  replay: { transform: number; swapped: boolean; start: number; area: string | null; scenes: Scene[] };
}

/** A position of a record with its variations; `put` and `removed` are the differences from the parent. */
export interface RecordNode extends Scene {
  parent: number | null;
  /** The scene of the main line, or null in a variation. */
  scene: number | null;
}

export interface Variations {
  nodes: RecordNode[];
  /** True if the record has more nodes. */
  truncated: boolean;
}

/** The last position of a game that another game has, too. */
export interface Novelty {
  at: number | null;
  move_number: number | null;
  other_games: number | null;
}

export interface YearCount extends Tally {
  year: number | null;
}

export interface Years {
  games: number;
  years: YearCount[];
  next_moves: (ColoredMove & { games: number; years: YearCount[] })[];
}

/** A player of a position; who plays Black is told apart from who plays White. */
export interface PositionPlayer {
  player: string;
  games: number;
  black_games: number;
  black_wins: number;
  black_losses: number;
  white_games: number;
  white_wins: number;
  white_losses: number;
  first_year: number | null;
  last_year: number | null;
}

export interface PositionPlayers {
  /** The number of players, also of those that are not listed. */
  count: number;
  players: PositionPlayer[];
}

export interface Tree extends Tally, Confidence {
  next_moves: Branch[];
}

export interface Branch extends ColoredMove, Tree {
  /** The share of the games that have the position before the move, from 0 to 1. */
  share: number;
  /** The games that reach the position after the move by another order of moves. */
  other_orders?: number;
}

/** Games from the view of one player. */
export interface PlayerTally {
  games: number;
  wins: number;
  losses: number;
  draws: number;
}

export interface Opening {
  /** The first moves, turned as openings usually are. */
  moves: string[];
  games: number;
  wins: number;
}

/** The record of a player over all games. */
export interface Profile {
  player: string;
  games: number;
  first_year: number | null;
  last_year: number | null;
  black: PlayerTally;
  white: PlayerTally;
  years: { year: number | null; black: PlayerTally; white: PlayerTally }[];
  /** The size of the board of the openings. */
  board_size: number;
  openings: { black: Opening[]; white: Opening[] };
  /** The number of opponents, also of those that are not listed. */
  opponent_count: number;
  opponents: ({ player: string } & PlayerTally)[];
}

export interface Info {
  version: string;
  games: number;
  positions: number;
  players: number;
  first_year: number | null;
  last_year: number | null;
  board_sizes: { board_size: number; games: number }[];
}
