import { render } from "preact";
import { Drawing } from "../board/drawing.tsx";
import { extentOf, LINE } from "../board/grid.tsx";
import { PALETTES } from "../board/palette.ts";
import type { Place } from "../core/place.ts";
import { settings } from "../core/settings.ts";
import { isDark } from "../core/theme.ts";
import { readArea } from "../go/area.ts";
import { positionOf } from "../go/position.ts";

/** How many pixels a unit of the drawing has in a picture of pixels. */
const SCALE = 3;

/** Returns the search board as a picture in SVG: as the page shows it, without the marks of next moves. */
export function svgOf(place: Place): string {
  const { coordinates, board: look } = settings.get();
  const { board, last } = positionOf(place);
  const host = document.createElement("div");
  render(
    <Drawing
      id="board-"
      size={place.size}
      stones={board.stones}
      palette={PALETTES[look][isDark() ? "dark" : "light"]}
      coordinates={coordinates}
      last={last?.move}
      area={readArea(place.area, place.size)}
      wildcards={place.wildcards}
    />,
    host,
  );
  const svg = host.firstElementChild;
  const { width, height } = extentOf(place.size, coordinates);
  svg?.removeAttribute("class");
  svg?.setAttribute("width", String(Math.round(width * LINE)));
  svg?.setAttribute("height", String(Math.round(height * LINE)));
  const text = svg?.outerHTML ?? "";
  render(null, host);
  return text;
}

/** Returns the address of a picture that holds the picture itself; the server's policy forbids others. */
export const svgUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Draws a picture as pixels. */
export async function pixelsOf(svg: string): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = svgUrl(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Returns the search board as a file in PNG. */
export async function pngOf(place: Place): Promise<Blob> {
  const canvas = await pixelsOf(svgOf(place));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}
