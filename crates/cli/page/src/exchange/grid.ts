import { areaText } from "../go/area.ts";
import { otherColor, pointOf, type Color, type Vertex } from "../go/points.ts";
import { stonesText } from "../go/position.ts";
import { emptyBoard, play, type Board } from "../go/board.ts";
import { checkLiberties, likelyTurn, nameOf, Unreadable, type Reading } from "./reading.ts";

/** What a sign of a diagram stands for; a number is a move. */
export type Sign = Color | "empty" | "wildcard" | number;

export interface Edges {
  top: boolean;
  right: boolean;
  bottom: boolean;
  left: boolean;
}

/** Rows of signs with the edges that are drawn around them. */
export interface Grid {
  rows: Sign[][];
  edges: Edges;
  /** The upper left point, if the text tells where the grid lies. */
  at?: Vertex;
  /** The colour of the first move, or the colour to play. */
  turn: Color | null;
}

/** Returns the size of the board on which a grid lies: the drawn one, the wanted one, or the usual one. */
function sizeOf({ rows, edges }: Grid, wanted: number): number {
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const wide = edges.left && edges.right ? width : 0;
  const high = edges.top && edges.bottom ? height : 0;
  if (wide && high && wide !== high) throw new Unreadable("square", String(width), String(height));
  const size = wide || high || (width <= wanted && height <= wanted ? wanted : 19);
  if (size < 2 || width > size || height > size) throw new Unreadable("fits", String(width), String(height), String(size));
  return size;
}

/** Returns where a side of the grid begins on the board: at an edge if it is drawn, otherwise in the middle. */
const beginOf = (length: number, size: number, isFirst: boolean, isLast: boolean): number =>
  isFirst ? 0 : isLast ? size - length : Math.floor((size - length) / 2);

/** Returns the position that a grid draws. What does not fill the board becomes an area. */
export function readGrid(grid: Grid, wanted: number): Reading {
  const { rows, edges } = grid;
  const size = sizeOf(grid, wanted);
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const [x0, y0] = grid.at ?? [
    beginOf(width, size, edges.left, edges.right),
    beginOf(height, size, edges.top, edges.bottom),
  ];
  const stones = new Map<string, Color>();
  const wildcards: string[] = [];
  const steps = new Map<number, string>();
  for (const [y, row] of rows.entries()) {
    for (const [x, sign] of row.entries()) {
      const point = pointOf([x0 + x, y0 + y]);
      if (sign === "B" || sign === "W") stones.set(point, sign);
      else if (sign === "wildcard") wildcards.push(point);
      else if (typeof sign === "number") {
        if (steps.has(sign)) throw new Unreadable("twice", String(sign));
        steps.set(sign, point);
      }
    }
  }
  checkLiberties(stones, size);
  const isWhole = width === size && height === size && wildcards.length === 0;
  const toPlay = grid.turn ?? likelyTurn(stones);
  return {
    kind: "diagram",
    size,
    stones: stonesText(stones),
    toPlay,
    moves: movesOf(steps, { ...emptyBoard(size), stones }, toPlay),
    area: isWhole ? null : areaText({ from: [x0, y0], to: [x0 + width - 1, y0 + height - 1] }),
    wildcards: wildcards.sort(),
  };
}

/** Returns the numbered moves in their order. */
function movesOf(steps: ReadonlyMap<number, string>, start: Board, first: Color): string[] {
  let board = start;
  let color = first;
  return Array.from({ length: steps.size }, (_, i) => {
    const point = steps.get(i + 1);
    if (point === undefined) throw new Unreadable("missing", String(i + 1));
    const next = play(board, point, color);
    if (typeof next === "string") throw new Unreadable("illegal", nameOf(point, board.size), String(i + 1), next);
    board = next;
    color = otherColor(color);
    return point;
  });
}
