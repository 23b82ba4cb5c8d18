import { cell } from "./cell.ts";
import { addEntry, changeEntry, keptEntry } from "./entry.ts";
import { placeText, readPlace } from "./link.ts";
import { NO_STEP, type Place } from "./place.ts";
import { answersOf } from "./query.ts";
import { otherColor, playerAfter, type Color } from "../go/points.ts";
import type { SearchBoard } from "../go/position.ts";

/** Where the page is. Only `go` and the browser's history change it. */
export const place = cell(readPlace(location.search));

/** The place as it was before the latest steps in the open game. What does not show the game watches it, so that a step costs nothing there. */
export const scope = cell(place.get());

const isStep = (key: string): boolean => key in NO_STEP;
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
type Entry = "push" | "replace" | { once: string };

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

const withoutPasses = (moves: string[]): string[] => moves.slice(0, moves.findLastIndex((move) => move !== "pass") + 1);

/** Chooses whose answers to a part of the board count, in place of what passes say. */
export function chooseAnswers(next: string): void {
  const { moves, options } = place.get();
  go({ moves: withoutPasses(moves), options: { ...options, next } }, { once: "next" });
}

/** Gives the turn in a part of the board: from either colour to the one after a pass, to the other, and to either again. */
export function switchAnswers(): void {
  const { moves, toPlay, options } = place.get();
  const played = withoutPasses(moves);
  const now = answersOf(place.get());
  const passes = now === "" ? 1 : (now === "X") === (playerAfter(toPlay, played.length) === "B") ? 0 : 2;
  go({ moves: [...played, ...Array<string>(passes).fill("pass")], options: { ...options, next: "" } });
}

/** Returns the moves with a further move of a colour; the turn changes before if it is the other colour's. */
export function movesWith(at: SearchBoard, move: string, color: Color): string[] {
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
