import { readArea } from "../go/area.ts";
import { playerAfter, pointOf, type Color } from "../go/points.ts";
import { readStones, type SearchBoard } from "../go/position.ts";

/** Returns a position as a record in SGF. */
export function sgfOf({ size, stones, toPlay, moves }: SearchBoard): string {
  const start = readStones(stones, size);
  const put = (color: Color) => [...start].filter(([, other]) => other === color).map(([point]) => `[${point}]`);
  const setup = (["B", "W"] as const).map((color) => (put(color).length ? `A${color}${put(color).join("")}` : "")).join("");
  const handicap = /^\d+$/.test(stones) ? `HA[${stones}]` : "";
  const turn = start.size > 0 || toPlay === "W" ? `PL[${toPlay}]` : "";
  const line = moves.map((move, i) => `;${playerAfter(toPlay, i)}[${move === "pass" ? "" : move}]`).join("");
  return `(;GM[1]FF[4]CA[UTF-8]AP[bgo]SZ[${size}]${handicap}${setup}${turn}${line})\n`;
}

/** Returns stones as a diagram, with the edges of the board that the area touches, as the program reads diagrams. */
export function diagramOf(stones: ReadonlyMap<string, Color>, size: number, area: string | null, wildcards: readonly string[]): string {
  const { from, to } = readArea(area, size) ?? { from: [0, 0], to: [size - 1, size - 1] };
  const [[left, top], [right, bottom]] = [from, to];
  const [hasLeft, hasRight] = [left === 0, right === size - 1];
  const sides = (text: string, left: string, right: string) => (hasLeft ? left : "") + text + (hasRight ? right : "");
  const sign = (point: string) => {
    if (wildcards.includes(point)) return "*";
    const color = stones.get(point);
    return color === undefined ? "." : color === "B" ? "X" : "O";
  };
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const rows = range(top, bottom).map((y) => sides(range(left, right).map((x) => sign(pointOf([x, y]))).join(" "), "|", "|"));
  const edge = sides("-".repeat(2 * (right - left) + 1), "+", "+");
  return [...(top === 0 ? [edge] : []), ...rows, ...(bottom === size - 1 ? [edge] : [])].join("\n") + "\n";
}
