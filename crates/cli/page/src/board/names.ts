import { useCell } from "../core/cell.ts";
import { settings, type Settings } from "../core/settings.ts";
import { anchorOf, extent, type Area } from "../go/area.ts";
import { COLUMNS, pointOf, vertexOf } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";

/** Returns the name of a move, such as Q16 or pd. */
export function moveName(move: string, size: number, coordinates: Settings["coordinates"], pass: string): string {
  const vertex = vertexOf(move);
  if (!vertex) return pass;
  return coordinates === "sgf" ? move : `${COLUMNS[vertex[0]] ?? "?"}${size - vertex[1]}`;
}

/** Returns the function that names the moves on a board of a size by the chosen coordinates. */
export function useMoveName(size: number): (move: string) => string {
  const { coordinates } = useCell(settings);
  const { texts } = useLanguage();
  return (move) => moveName(move, size, coordinates, texts.pass);
}

/** Returns the function that names areas, such as "Corner N19–T13, 6×7". */
export function useAreaName(size: number): (area: Area) => string {
  const { texts } = useLanguage();
  const nameOf = useMoveName(size);
  return (area) => {
    const [width, height] = extent(area);
    const points = `${nameOf(pointOf(area.from))}–${nameOf(pointOf(area.to))}`;
    return texts.pattern.name(anchorOf(area, size), points, `${width}×${height}`);
  };
}
