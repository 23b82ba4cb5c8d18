import { centerOf } from "../board/grid.tsx";
import { MARK_LETTERS } from "../board/names.ts";
import { vertexOf } from "../go/points.ts";
import { variationsAt, type GameNode } from "./gametree.ts";

/** Returns the letter of a variation by its number at its position, from 0; the game's own move has none. */
export const variationLetter = (number: number): string => MARK_LETTERS[number] ?? "";

/** The first moves of the variations at a position, each with a letter. */
export function VariationHints({ node }: { node: GameNode }) {
  const variations = variationsAt(node);
  const seen = new Set(node.children.filter((child) => !variations.includes(child)).map(({ move }) => move));
  return (
    <>
      {variations.map(({ move, color, id }, i) => {
        if (move === null || vertexOf(move) === null || seen.has(move)) return null;
        seen.add(move);
        const [x, y] = centerOf(move);
        const isBlack = color === "B";
        return (
          <g key={id ?? "own"} data-variation={move}>
            <circle cx={x} cy={y} r={7.6} fill={isBlack ? "#20242b" : "#fdfdfb"} fill-opacity={0.82} />
            <circle cx={x} cy={y} r={7.6} fill="none" stroke={isBlack ? "#f4f1ea" : "#3d3d3a"} stroke-width={1.1} stroke-dasharray="2.6 2.1" />
            <text x={x} y={y + 3.3} text-anchor="middle" font-size={9.4} font-weight={700} font-family="system-ui, sans-serif" fill={isBlack ? "#ffffff" : "#16181c"}>
              {variationLetter(i)}
            </text>
          </g>
        );
      })}
    </>
  );
}
