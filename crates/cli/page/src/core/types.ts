/** The answers of the server, by the names that the page has for them. */

import type { components } from "./openapi.ts";

type Answers = components["schemas"];

/** Why the server declined a request. */
export type Problem = Answers["Problem"];

/** Numbers of games; those that nobody won and that are no draws are in `games` alone. */
export type Tally = Pick<Answers["NextMove"], "games" | "black_wins" | "white_wins" | "draws">;

/** Black's share of the games that somebody won, and the ends of its 95% interval; null without such games. */
export type Confidence = Pick<Answers["NextMove"], "black_win_rate" | "black_win_rate_low" | "black_win_rate_high">;

export type Evaluation = Answers["Evaluation"];
export type EngineMove = Answers["EngineMove"];
export type NextMove = Answers["NextMove"];
export type Position = Answers["PositionAnswer"];
/** The position in a text that was pasted. */
export type ReadPosition = Answers["ReadPosition"];
export type ListedGame = Answers["ListedGame"];
export type GameList = Answers["GameList"];
export type Scene = Answers["SceneAnswer"];
export type Source = Answers["SourcePlace"];
export type Game = Answers["GameAnswer"];
/** A position of a record with its variations; `put` and `removed` are the differences from the parent. */
export type RecordNode = Answers["NodeAnswer"];
export type Variations = Answers["VariationsAnswer"];
export type Novelty = Answers["NoveltyAnswer"];
/** Games with their new moves. */
export type Novelties = Answers["Novelties"];
export type GameNovelty = Answers["GameNovelty"];
/** The moves of a position under two filters. */
export type Comparison = Answers["Comparison"];
export type ComparedMove = Answers["ComparedMove"];
export type GamesOfMove = Answers["GamesOfMove"];
export type YearCount = Answers["YearCount"];
export type Years = Answers["Years"];
/** A player of a position; who plays Black is told apart from who plays White. */
export type PositionPlayer = Answers["PlayerCount"];
export type PositionPlayers = Answers["Players"];
export type Tree = Answers["Tree"];
export type Branch = Answers["Branch"];
/** Games from the view of one player. */
export type PlayerTally = Answers["PlayerTally"];
export type Opening = Answers["Opening"];
export type Score = Answers["Score"];
/** The record of a player over all games. */
export type Profile = Answers["PlayerRecord"];
export type Info = Answers["Info"];
export type Archives = Answers["Archives"];
/** A change of the database that the server makes or has made. */
export type Change = Answers["Change"];
