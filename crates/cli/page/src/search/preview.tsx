import { centerOf } from "../board/grid.tsx";
import { useCell } from "../core/cell.ts";
import { vertexOf } from "../go/points.ts";
import { preview } from "./pointed.ts";

/** The moves of the line that is pointed at, as numbered stones over the position. */
export function Preview() {
  const moves = useCell(preview);
  return (
    <g data-preview font-family="system-ui, sans-serif" font-weight={700} text-anchor="middle" font-size={10}>
      {moves.map(({ move, color }, i) => {
        if (vertexOf(move) === null) return null;
        const [x, y] = centerOf(move);
        const isBlack = color === "B";
        return (
          <g key={i} data-previewed={color + move}>
            <circle
              cx={x}
              cy={y}
              r={9.3}
              fill={isBlack ? "#1b1d20" : "#ffffff"}
              fill-opacity={0.86}
              stroke={isBlack ? "#ffffff" : "#1b1d20"}
              stroke-width={0.8}
              stroke-dasharray="3 2"
            />
            <text x={x} y={y + 3.6} fill={isBlack ? "#ffffff" : "#16181c"}>
              {i + 1}
            </text>
          </g>
        );
      })}
    </g>
  );
}
