import { memo } from "preact/compat";
import { areaText, type Area } from "../go/area.ts";
import type { Color, Vertex } from "../go/points.ts";
import { boxOf, centerOf, type Extent } from "./grid.tsx";
import type { Palette } from "./palette.ts";

/** A move to mark on its point. */
export interface Mark {
  point: string;
  color: Color;
  /** The letter or the number of the move, or nothing for a small dot. */
  label: string;
  /** How strong to draw the mark, from 0 to 1. */
  strength: number;
  /** True for the less popular move of a point that has moves of both colours: a small disc beside the other one. */
  second?: boolean;
  /** True for a move that nobody played, but an engine searched: a broken ring. */
  searched?: boolean;
}

/** How far a second mark lies beside the point, and its size. */
const SECOND = { offset: 6.8, radius: 4.4 };

/** A broken ring in the colour of the move, on a disc of the other one, so that it shows on every ground. */
function SearchedDrawing({ mark }: { mark: Mark }) {
  const [cx, cy] = centerOf(mark.point);
  const isBlack = mark.color === "B";
  return (
    <g data-mark={mark.color + mark.point} data-searched>
      <circle cx={cx} cy={cy} r={6} fill={isBlack ? "#fdfdfb" : "#20242b"} fill-opacity={0.4} />
      <circle
        cx={cx}
        cy={cy}
        r={6}
        fill="none"
        stroke={isBlack ? "#20242b" : "#ffffff"}
        stroke-width={1.5}
        stroke-dasharray="2.5 1.27"
      />
    </g>
  );
}

/** The largest text on a disc of radius 1, by its length, and the smallest disc for it that can be read. */
const TEXTS = [{ size: 2, disc: 4 }, { size: 1.27, disc: 6.2 }, { size: 0.95, disc: 7.5 }];

/** A disc in the colour of the move, the larger the stronger, with the move's letter or number. */
export const MarkDrawing = memo(function MarkDrawing({ mark }: { mark: Mark }) {
  if (mark.searched) return <SearchedDrawing mark={mark} />;
  const [x, y] = centerOf(mark.point).map((value) => value + (mark.second ? SECOND.offset : 0)) as Vertex;
  const isBlack = mark.color === "B";
  const { size = 0, disc = 0 } = TEXTS[mark.label.length - 1] ?? {};
  const radius = mark.second ? SECOND.radius : mark.label === "" ? 3.2 : Math.max(disc, 4 + 5 * mark.strength);
  const fontSize = Math.min(10.6, radius * size);
  return (
    <g data-mark={mark.color + mark.point} data-label={mark.label}>
      <circle
        cx={x}
        cy={y}
        r={radius}
        fill={isBlack ? "#20242b" : "#fdfdfb"}
        fill-opacity={mark.label === "" ? 0.75 : 0.72 + 0.24 * mark.strength}
        stroke={isBlack ? "#f4f1ea" : "#3d3d3a"}
        stroke-opacity={0.75}
        stroke-width={0.6}
      />
      {mark.label !== "" && (
        <text
          x={x}
          y={y + 0.36 * fontSize}
          text-anchor="middle"
          font-size={fontSize}
          font-weight={700}
          font-family="system-ui, sans-serif"
          fill={isBlack ? "#ffffff" : "#16181c"}
        >
          {mark.label}
        </text>
      )}
    </g>
  );
});

interface AreaProps {
  area: Area;
  /** True to dim the board outside the area. */
  dims?: boolean;
  /** True to show that the corners can be dragged. */
  handles?: boolean;
  palette: Palette;
  extent: Extent;
}

/** The area's frame, with the rest of the board dimmed. */
export function AreaDrawing({ area, dims, handles, extent, palette }: AreaProps) {
  const [left, top, width, height] = boxOf({
    left: area.from[0] - 0.5,
    top: area.from[1] - 0.5,
    width: area.to[0] - area.from[0] + 1,
    height: area.to[1] - area.from[1] + 1,
  });
  const [x, y, w, h] = boxOf(extent);
  return (
    <g data-area={areaText(area)}>
      {dims && (
        <path
          d={`M${x} ${y}h${w}v${h}h${-w}zM${left} ${top}v${height}h${width}v${-height}z`}
          fill={palette.ground[0]}
          fill-opacity={0.55}
        />
      )}
      <rect x={left} y={top} width={width} height={height} rx={2} fill="none" stroke={palette.accent} stroke-width={1.6} />
      {handles &&
        [left, left + width].flatMap((cx) =>
          [top, top + height].map((cy) => (
            <circle key={`${cx},${cy}`} cx={cx} cy={cy} r={3.4} fill="#ffffff" stroke={palette.accent} stroke-width={1.6} />
          )),
        )}
    </g>
  );
}

/** The sign of a point that may hold anything. */
export function Wildcard({ point, palette }: { point: string; palette: Palette }) {
  const [x, y] = centerOf(point);
  return (
    <g data-wildcard={point}>
      <circle cx={x} cy={y} r={7.4} fill={palette.ground[0]} stroke={palette.accent} stroke-width={1} stroke-dasharray="2.4 1.8" />
      <path d={`M${x} ${y - 4}v8M${x - 3.5} ${y - 2}l7 4M${x - 3.5} ${y + 2}l7 -4`} stroke={palette.accent} stroke-width={1.2} stroke-linecap="round" />
    </g>
  );
}
