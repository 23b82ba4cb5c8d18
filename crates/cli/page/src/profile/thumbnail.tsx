import { PALETTES } from "../board/palette.ts";
import { useCell } from "../core/cell.ts";
import { settings } from "../core/settings.ts";
import { useIsDark } from "../core/theme.ts";
import { playerAfter, starPoints, vertexOf } from "../go/points.ts";

/** The first moves on a board of the size of an icon: too small for lines, with stones larger than theirs. */
export function Thumbnail({ size, moves }: { size: number; moves: string[] }) {
  const palette = PALETTES[useCell(settings).board][useIsDark() ? "dark" : "light"];
  const end = size - 1;
  return (
    <svg viewBox={`-1.5 -1.5 ${size + 2} ${size + 2}`}>
      <rect x={-1.5} y={-1.5} width={size + 2} height={size + 2} fill={palette.ground[0]} />
      <rect width={end} height={end} fill="none" stroke={palette.line} stroke-width={0.3} stroke-opacity={0.7} />
      {starPoints(size).map(([x, y]) => (
        <circle key={`${x},${y}`} cx={x} cy={y} r={0.35} fill={palette.line} fill-opacity={0.7} />
      ))}
      {moves.map((move, i) => {
        const vertex = vertexOf(move);
        if (!vertex) return null;
        const isBlack = playerAfter("B", i) === "B";
        const [fill, edge] = isBlack ? [palette.black[1], palette.blackEdge] : [palette.white[0], palette.whiteEdge];
        return <circle key={i} cx={vertex[0]} cy={vertex[1]} r={1.25} fill={fill} stroke={edge} stroke-width={0.2} />;
      })}
    </svg>
  );
}
