import type { Board } from "../core/address.ts";
import type { Scene } from "../core/types.ts";
import { playerAfter, type Color } from "../go/points.ts";
import { stonesText } from "../go/position.ts";

type Stones = ReadonlyMap<string, Color>;

/** Returns the stones of each scene of a game. */
export function boardsOf(scenes: Scene[]): Stones[] {
  let stones: Stones = new Map();
  return scenes.map((scene) => {
    const next = new Map(stones);
    for (const point of scene.removed) next.delete(point);
    for (const stone of scene.put) next.set(stone.slice(1), stone.startsWith("W") ? "W" : "B");
    stones = next;
    return next;
  });
}

/** Returns the colour to play in a scene. */
export function nextColor(scenes: Scene[], at: number): Color {
  const next = scenes.slice(at + 1).find((scene) => scene.color !== null);
  if (next?.color) return next.color;
  const last = scenes.slice(0, at + 1).findLast((scene) => scene.color !== null);
  return last?.color === "B" ? "W" : "B";
}

/** Returns the position of a scene for the search board: its moves if they alternate, otherwise its stones. */
export function searchFrom(scenes: Scene[], boards: Stones[], at: number, size: number): Board {
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
