import { place } from "../core/address.ts";
import { placeHref } from "../core/link.ts";
import { positionOf } from "../go/position.ts";
import type { Texts } from "../text/index.ts";
import { pixelsOf, pngOf, svgOf, svgUrl } from "./picture.tsx";
import { notice, shownWindow } from "./shown.ts";
import { diagramOf, sgfOf } from "./write.ts";

type Copied = keyof Texts["exchange"]["copied"];

const tell = (what: Copied): void => notice.set({ text: (texts) => texts.exchange.copied[what], isBad: false });

/** Copies a text, or shows it to be copied by hand: without https the browser has no clipboard for pages. */
async function copyText(what: Copied, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(what);
  } catch {
    shownWindow.set({ kind: "text", text });
  }
}

export const copyLink = (): Promise<void> => copyText("link", new URL(placeHref(place.get()), location.href).href);

export const copySgf = (): Promise<void> => copyText("sgf", sgfOf(place.get()));

export function copyDiagram(): Promise<void> {
  const { size, area, wildcards } = place.get();
  return copyText("diagram", diagramOf(positionOf(place.get()).board.stones, size, area, wildcards));
}

/** Copies the picture, or shows it to be copied by hand. */
export async function copyPicture(): Promise<void> {
  try {
    // The browser wants the promise: it allows copying only at once after the click.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(place.get()) })]);
    tell("picture");
  } catch {
    shownWindow.set({ kind: "picture", url: (await pixelsOf(svgOf(place.get()))).toDataURL("image/png") });
  }
}

function save(name: string, url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

/** Saves a picture, the search board unless another is given. */
export const saveSvg = (svg = svgOf(place.get()), name = "position"): void => save(`${name}.svg`, svgUrl(svg));

export const savePng = async (svg = svgOf(place.get()), name = "position"): Promise<void> =>
  save(`${name}.png`, (await pixelsOf(svg)).toDataURL("image/png"));
