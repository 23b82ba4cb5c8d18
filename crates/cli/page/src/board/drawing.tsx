import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import type { Settings } from "../core/settings.ts";
import { areaText, type Area } from "../go/area.ts";
import { COLUMNS, starPoints, vertexOf, type Color, type Vertex } from "../go/points.ts";
import { Grain } from "./grain.tsx";
import type { Palette } from "./palette.ts";

/** The distance of two lines in the drawing's units. */
export const LINE = 20;
/** The distance from the outer lines to the edge of the drawing, in lines, without and with coordinates. */
const MARGIN = 0.62;
const MARGIN_WITH_NAMES = 1.2;
const STONE = 0.475;

/** A move to mark on its point. */
export interface Mark {
  point: string;
  color: Color;
  /** The letter of the move, or nothing for a small dot. */
  label: string;
  /** How strong to draw the mark, from 0 to 1. */
  strength: number;
  /** True for the less popular move of a point that has moves of both colours: a small disc beside the other one. */
  second?: boolean;
}

export interface DrawingProps {
  size: number;
  stones: ReadonlyMap<string, Color>;
  palette: Palette;
  coordinates: Settings["coordinates"];
  /** The beginning of the ids of the drawing, unique in its document. */
  id: string;
  marks?: Mark[];
  /** The point of the last move. */
  last?: string | null;
  /** Labels on stones, such as the numbers of moves. */
  labels?: ReadonlyMap<string, string> | null;
  /** The part of the board to frame. */
  area?: Area | null;
  /** True to dim the board outside the area. */
  dims?: boolean;
  /** True to show that the corners of the area can be dragged. */
  handles?: boolean;
  wildcards?: readonly string[];
  children?: ComponentChildren;
}

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
const boxOf = ({ left, top, width, height }: Extent): [number, number, number, number] => [
  left * LINE,
  top * LINE,
  width * LINE,
  height * LINE,
];

const at = (vertex: Vertex): Vertex => [vertex[0] * LINE, vertex[1] * LINE];

/** The lines, the star points and the names of the lines. */
const Grid = memo(function Grid({ size, palette, coordinates }: Pick<DrawingProps, "size" | "palette" | "coordinates">) {
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
        const [x, y] = at(star);
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

interface StoneProps {
  point: string;
  color: Color;
  id: string;
  palette: Palette;
}

const Stone = memo(function Stone({ point, color, id, palette }: StoneProps) {
  const [x, y] = at(vertexOf(point) ?? [0, 0]);
  return (
    <circle
      data-stone={color + point}
      cx={x}
      cy={y}
      r={STONE * LINE}
      fill={`url(#${id}${color})`}
      stroke={color === "W" ? palette.whiteEdge : palette.blackEdge}
      stroke-width={0.55}
    />
  );
});

const Shadow = memo(function Shadow({ point, depth }: { point: string; depth: number }) {
  const [x, y] = at(vertexOf(point) ?? [0, 0]);
  return <circle cx={x + 0.7} cy={y + 1.1} r={STONE * LINE} fill="#000000" opacity={depth} />;
});

/** How far a second mark lies beside the point, and its size. */
const SECOND = { offset: 6.8, radius: 4.4 };

/** A disc in the colour of the move, the larger the stronger, with the move's letter. */
const MarkDrawing = memo(function MarkDrawing({ mark }: { mark: Mark }) {
  const [x, y] = at(vertexOf(mark.point) ?? [0, 0]).map((value) => value + (mark.second ? SECOND.offset : 0)) as Vertex;
  const isBlack = mark.color === "B";
  const radius = mark.second ? SECOND.radius : mark.label === "" ? 3.2 : 6.6 + 2.4 * mark.strength;
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
          y={y + (mark.second ? 2.4 : 3.8)}
          text-anchor="middle"
          font-size={mark.second ? 6.8 : 10.6}
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

interface AreaProps extends Pick<DrawingProps, "dims" | "handles" | "palette"> {
  area: Area;
  extent: Extent;
}

/** The area's frame, with the rest of the board dimmed. */
function AreaDrawing({ area, dims, handles, extent, palette }: AreaProps) {
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

/** A board as a picture: it looks the same on the page and in a file. */
export function Drawing(props: DrawingProps) {
  const { size, stones, palette, coordinates, id, marks = [], last, labels, area, dims, handles, wildcards = [] } = props;
  const extent = useMemo(() => extentOf(size, coordinates), [size, coordinates]);
  const box = boxOf(extent);
  const [x, y, width, height] = box;
  const all = [...stones];
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={box.join(" ")} class="drawing" data-size={size}>
      <defs>
        <linearGradient id={`${id}ground`} x2="1" y2="1">
          <stop offset="0" stop-color={palette.ground[0]} />
          <stop offset="1" stop-color={palette.ground[1]} />
        </linearGradient>
        {(["B", "W"] as const).map((color) => {
          const [shine, body] = color === "B" ? palette.black : palette.white;
          return (
            <radialGradient key={color} id={id + color} cx="0.36" cy="0.3" r="0.75">
              <stop offset="0" stop-color={shine} />
              <stop offset={color === "B" ? 0.7 : 1} stop-color={body} />
            </radialGradient>
          );
        })}
      </defs>
      <rect x={x} y={y} width={width} height={height} fill={`url(#${id}ground)`} />
      {palette.grain && <Grain color={palette.grain} left={x} top={y} width={width} height={height} />}
      <Grid size={size} palette={palette} coordinates={coordinates} />
      {palette.shadow > 0 && all.map(([point]) => <Shadow key={point} point={point} depth={palette.shadow} />)}
      {all.map(([point, color]) => (
        <Stone key={color + point} point={point} color={color} id={id} palette={palette} />
      ))}
      {last && stones.has(last) && !labels?.has(last) && <LastMove point={last} color={stones.get(last) ?? "B"} />}
      {labels && <Labels labels={labels} stones={stones} last={last ?? null} />}
      {area && <AreaDrawing area={area} dims={dims} handles={handles} extent={extent} palette={palette} />}
      {wildcards.map((point) => (
        <Wildcard key={point} point={point} palette={palette} />
      ))}
      {marks.map((mark) => (
        <MarkDrawing key={mark.color + mark.point} mark={mark} />
      ))}
      {props.children}
    </svg>
  );
}

/** The ring on the stone of the last move. */
function LastMove({ point, color }: { point: string; color: Color }) {
  const [x, y] = at(vertexOf(point) ?? [0, 0]);
  return <circle data-last={point} cx={x} cy={y} r={5.2} fill="none" stroke={color === "B" ? "#ffffff" : "#16181c"} stroke-width={1.5} />;
}

function Labels({ labels, stones, last }: { labels: ReadonlyMap<string, string>; stones: ReadonlyMap<string, Color>; last: string | null }) {
  return (
    <g font-family="system-ui, sans-serif" font-weight={600} text-anchor="middle">
      {[...labels].map(([point, label]) => {
        const [x, y] = at(vertexOf(point) ?? [0, 0]);
        const color = stones.get(point);
        const fill = point === last ? (color === "B" ? "#ffb3a7" : "#b3261e") : color === "B" ? "#ffffff" : "#16181c";
        return (
          <text key={point} data-number={label} x={x} y={y + 3.2} font-size={label.length > 2 ? 7.4 : 9} fill={fill}>
            {label}
          </text>
        );
      })}
    </g>
  );
}

/** A point that may have anything. */
function Wildcard({ point, palette }: { point: string; palette: Palette }) {
  const [x, y] = at(vertexOf(point) ?? [0, 0]);
  return (
    <g data-wildcard={point}>
      <circle cx={x} cy={y} r={7.4} fill={palette.ground[0]} stroke={palette.accent} stroke-width={1} stroke-dasharray="2.4 1.8" />
      <path d={`M${x} ${y - 4}v8M${x - 3.5} ${y - 2}l7 4M${x - 3.5} ${y + 2}l7 -4`} stroke={palette.accent} stroke-width={1.2} stroke-linecap="round" />
    </g>
  );
}
