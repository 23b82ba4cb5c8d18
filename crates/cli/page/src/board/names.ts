import { useCell } from "../core/cell.ts";
import { settings, type Settings } from "../core/settings.ts";
import { anchorOf, extent, type Area } from "../go/area.ts";
import { isOnBoard, pointOf, vertexOf, westernName } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";

/** The letters of marks on the board, without I and O, which look like 1 and 0. */
export const MARK_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Returns the name of a move, such as Q16 or pd. */
function moveName(move: string, size: number, coordinates: Settings["coordinates"], pass: string): string {
  if (move === "pass") return pass;
  const vertex = vertexOf(move);
  // What a link has for a move may be no point of the board.
  const isPoint = vertex !== null && isOnBoard(vertex, size);
  return isPoint && coordinates !== "sgf" ? westernName(vertex, size) : move;
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
