import { memo } from "preact/compat";
import type { Settings } from "../core/settings.ts";
import { COLUMNS, starPoints, vertexOf } from "../go/points.ts";
import type { Palette } from "./palette.ts";

/** The distance of two lines in the drawing's units. */
export const LINE = 20;
/** The distance from the outer lines to the edge of the drawing, in lines, without and with coordinates. */
const MARGIN = 0.62;
const MARGIN_WITH_NAMES = 1.2;

/** Where the drawing begins and ends, in lines from the upper left point. */
export interface Extent {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the extent of the drawing. Coordinates are on the two sides that meet at the first point: A1 or aa. */
export function extentOf(size: number, coordinates: Settings["coordinates"]): Extent {
  const named = coordinates === "none" ? MARGIN : MARGIN_WITH_NAMES;
  const left = named;
  const top = coordinates === "sgf" ? named : MARGIN;
  const bottom = coordinates === "western" ? named : MARGIN;
  return { left: -left, top: -top, width: size - 1 + left + MARGIN, height: size - 1 + top + bottom };
}

/** Returns the left edge, the upper edge, the width and the height in the drawing's units. */
export const boxOf = ({ left, top, width, height }: Extent): [number, number, number, number] => [
  left * LINE,
  top * LINE,
  width * LINE,
  height * LINE,
];

/** Returns where a point such as `pd` is, in the drawing's units. */
export function centerOf(point: string): [x: number, y: number] {
  const [x, y] = vertexOf(point) ?? [0, 0];
  return [x * LINE, y * LINE];
}

interface GridProps {
  size: number;
  palette: Palette;
  coordinates: Settings["coordinates"];
}

/** The lines, the star points and the names of the lines. */
export const Grid = memo(function Grid({ size, palette, coordinates }: GridProps) {
  const end = (size - 1) * LINE;
  const lines = Array.from({ length: size }, (_, i) => i * LINE);
  const path = lines.map((z) => `M0 ${z}H${end}M${z} 0V${end}`).join("");
  const isWestern = coordinates === "western";
  const offset = 0.84 * LINE;
  const row = isWestern ? end + offset : -offset;
  return (
    <>
      <path d={path} stroke={palette.line} stroke-width={0.7} fill="none" stroke-linecap="square" />
      <rect width={end} height={end} fill="none" stroke={palette.line} stroke-width={1.3} />
      {starPoints(size).map((star) => {
        const [x, y] = [star[0] * LINE, star[1] * LINE];
        return <circle key={`${x},${y}`} cx={x} cy={y} r={size < 13 ? 2 : 2.3} fill={palette.line} />;
      })}
      {coordinates !== "none" && (
        <g fill={palette.label} font-size={8.6} font-weight={600} text-anchor="middle" font-family="system-ui, sans-serif">
          {lines.map((z, i) => {
            const letter = String.fromCharCode(97 + i);
            return (
              <g key={z}>
                <text x={z} y={row + 3}>
                  {isWestern ? COLUMNS[i] : letter}
                </text>
                <text x={-offset} y={z + 3}>
                  {isWestern ? size - i : letter}
                </text>
              </g>
            );
          })}
        </g>
      )}
    </>
  );
});
