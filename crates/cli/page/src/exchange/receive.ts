import { go, place } from "../core/address.ts";
import { readPlace } from "../core/link.ts";
import type { Place } from "../core/place.ts";
import { view } from "../core/view.ts";
import { decode } from "./decode.ts";
import { readPosition } from "./read.ts";
import { Unreadable } from "./reading.ts";
import { notice } from "./shown.ts";

/** The largest file that is read, in bytes. */
const MOST_BYTES = 32 << 20;

type Found = Pick<Place, "size" | "stones" | "toPlay" | "moves" | "area" | "wildcards">;

/** Returns the position in a link to this page or another one of its kind. */
function linkIn(text: string): Found | null {
  if (text.length > 20_000 || !/^https?:\/\/\S+$/.test(text.trim())) return null;
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const isOurs = ["moves", "stones", "area", "size"].some((name) => url?.searchParams.has(name));
  return url && isOurs ? readPlace(url.search) : null;
}

/** Shows the position in a text on the search board. Throws `Unreadable`. */
export function take(text: string): void {
  const link = linkIn(text);
  const found = link ?? readPosition(text, place.get().size);
  const { size, stones, toPlay, moves, area, wildcards } = found;
  go({ size, stones, toPlay, moves, area, wildcards });
  view.set("board");
  const kind = "kind" in found ? found.kind : "link";
  notice.set({ text: (texts) => texts.exchange.read[kind as keyof typeof texts.exchange.read], isBad: false });
}

/** Returns the text of a file. Throws `Unreadable`. */
export async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new Unreadable("large");
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    throw new Unreadable("file", file.name);
  }
  return decode(new Uint8Array(bytes));
}

/** Shows the position in a text or a file, or tells why it cannot be read. */
export async function receive(source: string | File): Promise<void> {
  try {
    take(typeof source === "string" ? source : await textOf(source));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    notice.set({ text: (texts) => error.sentence(texts.exchange.problems), isBad: true });
  }
}
