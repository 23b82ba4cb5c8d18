import { emptyBoard, playerAfter, pointOf, setPoint, type SignMap } from "./points.ts";
import type { Place } from "./address.ts";
import type { Color, Scene } from "./types.ts";

/** Returns the board of each scene of a game. */
export function boardsOf(scenes: Scene[], size: number): SignMap[] {
  let board = emptyBoard(size);
  return scenes.map((scene) => {
    board = board.map((row) => [...row]);
    for (const point of scene.removed) setPoint(board, point, 0);
    for (const stone of scene.put) setPoint(board, stone.slice(1), stone.startsWith("W") ? -1 : 1);
    return board;
  });
}

export type Start = Pick<Place, "size" | "stones" | "toPlay" | "moves">;

const toStones = (board: SignMap): string =>
  board
    .flatMap((row, y) =>
      row.map((sign, x) => (sign === 0 ? "" : `${sign === 1 ? "B" : "W"}${pointOf([x, y])}`)),
    )
    .filter((stone) => stone !== "")
    .join(",");

/** Returns the colour to play in a scene. */
export function nextColor(scenes: Scene[], at: number): Color {
  const next = scenes.slice(at + 1).find((scene) => scene.color !== null);
  if (next?.color) return next.color;
  const last = scenes.slice(0, at + 1).findLast((scene) => scene.color !== null);
  return last?.color === "B" ? "W" : "B";
}

/** Returns the position of a scene for the search board: its moves if they alternate, otherwise its stones. */
export function searchFrom(scenes: Scene[], boards: SignMap[], at: number, size: number): Start {
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
  return { size, stones: toStones(boards[at] ?? emptyBoard(size)), toPlay: nextColor(scenes, at), moves: [] };
}
