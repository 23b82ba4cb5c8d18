import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import type { Settings } from "../core/settings.ts";
import type { Area } from "../go/area.ts";
import type { Color } from "../go/points.ts";
import { Grain } from "./grain.tsx";
import { boxOf, centerOf, extentOf, Grid, LINE } from "./grid.tsx";
import { AreaDrawing, MarkDrawing, Wildcard, type Mark } from "./marks.tsx";
import type { Palette } from "./palette.ts";

/** The radius of a stone, in lines. */
const STONE = 0.475;

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
  /** Labels on stones and points, such as the numbers of moves. */
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

interface StoneProps {
  point: string;
  color: Color;
  id: string;
  palette: Palette;
}

const Stone = memo(function Stone({ point, color, id, palette }: StoneProps) {
  const [x, y] = centerOf(point);
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
  const [x, y] = centerOf(point);
  return <circle cx={x + 0.7} cy={y + 1.1} r={STONE * LINE} fill="#000000" opacity={depth} />;
});

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
      {labels && <Labels labels={labels} stones={stones} last={last ?? null} ground={palette.ground[0]} />}
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
  const [x, y] = centerOf(point);
  return <circle data-last={point} cx={x} cy={y} r={5.2} fill="none" stroke={color === "B" ? "#ffffff" : "#16181c"} stroke-width={1.5} />;
}

interface LabelsProps {
  labels: ReadonlyMap<string, string>;
  stones: ReadonlyMap<string, Color>;
  last: string | null;
  /** The colour behind labels on empty points. */
  ground: string;
}

function Labels({ labels, stones, last, ground }: LabelsProps) {
  return (
    <g font-family="system-ui, sans-serif" font-weight={600} text-anchor="middle">
      {[...labels].map(([point, label]) => {
        const [x, y] = centerOf(point);
        const color = stones.get(point);
        const fontSize = label.length > 2 ? 7.4 : /^\d/.test(label) ? 9 : 12;
        const fill = point === last ? (color === "B" ? "#ffb3a7" : "#b3261e") : color === "B" ? "#ffffff" : "#16181c";
        return (
          <g key={point}>
            {!color && <circle cx={x} cy={y} r={7} fill={ground} />}
            <text data-number={label} x={x} y={y + 0.36 * fontSize} font-size={fontSize} fill={fill}>
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}
