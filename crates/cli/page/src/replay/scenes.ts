import type { Settings } from "../core/settings.ts";
import type { Scene } from "../core/types.ts";
import { otherColor, playerAfter, vertexOf, type Color } from "../go/points.ts";
import { stonesText, type SearchBoard } from "../go/position.ts";

export type Stones = ReadonlyMap<string, Color>;
export type Captures = Record<Color, number>;

/** Returns the stones of each scene of a line. */
export function boardsOf(scenes: readonly Scene[]): Stones[] {
  let stones: Stones = new Map();
  return scenes.map((scene) => {
    const next = new Map(stones);
    for (const point of scene.removed) next.delete(point);
    for (const stone of scene.put) next.set(stone.slice(1), stone.startsWith("W") ? "W" : "B");
    stones = next;
    return next;
  });
}

/** Returns how many stones each colour has captured by each scene of a line. */
export function capturesOf(scenes: readonly Scene[], boards: readonly Stones[]): Captures[] {
  let captures: Captures = { B: 0, W: 0 };
  return scenes.map(({ color, move, removed }, i) => {
    if (color === null || move === null || removed.length === 0) return captures;
    const taken = removed.filter((point) => boards[i - 1]?.get(point) === otherColor(color)).length;
    captures = { ...captures, [color]: captures[color] + taken };
    return captures;
  });
}

/** The number of moves whose numbers are shown if only the latest are. */
const LATEST = 10;

/** Returns the numbers of the moves whose stones are on the board. */
function numbersOf(
  scenes: readonly Scene[],
  stones: Stones,
  at: number,
  which: Settings["numbers"],
): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  if (which === "none") return numbers;
  const first = which === "all" ? 0 : Math.max(0, at - LATEST + 1);
  for (const { move, color, move_number } of scenes.slice(first, at + 1)) {
    if (move !== null && vertexOf(move) && stones.get(move) === color) numbers.set(move, String(move_number));
  }
  return numbers;
}

/** Returns what stands on the points of a scene: the signs of the record, and the numbers of moves. */
export function labelsOf(
  scenes: readonly Scene[],
  stones: Stones,
  at: number,
  which: Settings["numbers"],
): ReadonlyMap<string, string> {
  const signs = (scenes[at]?.markup ?? []).map((sign): [string, string] => [sign.slice(0, sign.indexOf(":")), sign.slice(sign.indexOf(":") + 1)]);
  return new Map([...numbersOf(scenes, stones, at, which), ...signs]);
}

/** Returns the colour to play in a scene. */
export function nextColor(scenes: readonly Scene[], at: number): Color {
  const next = scenes.slice(at + 1).find((scene) => scene.color !== null);
  if (next?.color) return next.color;
  const last = scenes.slice(0, at + 1).findLast((scene) => scene.color !== null);
  return last?.color === "B" ? "W" : "B";
}

/** Returns the position of a scene for the search board: its moves if they alternate, otherwise its stones. */
export function searchFrom(scenes: readonly Scene[], boards: readonly Stones[], at: number, size: number): SearchBoard {
  const played = scenes.slice(1, at + 1);
  const first = played[0]?.color ?? nextColor(scenes, at);
  const alternating = played.every((scene, i) => scene.move !== null && scene.color === playerAfter(first, i));
  const opening = scenes[0];
  if (alternating && opening && opening.move === null) {
    return {
      size,
      stones: opening.put.join(","),
      toPlay: first,
      moves: played.map((scene) => scene.move ?? "pass"),
    };
  }
  return { size, stones: stonesText(boards[at] ?? new Map()), toPlay: nextColor(scenes, at), moves: [] };
}
