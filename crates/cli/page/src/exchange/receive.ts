import { go, place } from "../core/address.ts";
import { readPlace } from "../core/link.ts";
import type { Place } from "../core/place.ts";
import { view } from "../core/view.ts";
import { readPosition, Unreadable } from "./reading.ts";
import type { Texts } from "../text/index.ts";
import { notice } from "./shown.ts";

/** The largest file that is read, in bytes. */
const MOST_BYTES = 16 << 20;

type Found = Pick<Place, "size" | "stones" | "toPlay" | "moves" | "area" | "wildcards">;

/** Returns the position in a link to this page or another one of its kind. */
function linkIn(text: string): Found | null {
  if (text.length > 20_000 || !/^https?:\/\/\S+$/.test(text.trim())) return null;
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const isOurs = ["moves", "stones", "area", "size"].some((name) => url?.searchParams.has(name));
  return url && isOurs ? readPlace(url.search) : null;
}

function show({ size, stones, toPlay, moves, area, wildcards }: Found, kind: keyof Texts["exchange"]["read"]): void {
  go({ size, stones, toPlay, moves, area, wildcards });
  view.set("board");
  notice.set({ text: (texts) => texts.exchange.read[kind], isBad: false });
}

/** Shows the position in a text or a file on the search board. Throws `Unreadable`. */
export async function take(source: string | File): Promise<void> {
  const link = typeof source === "string" ? linkIn(source) : null;
  if (link) return show(link, "link");
  const { kind, to_play: toPlay, ...found } = await readPosition(await contentOf(source), place.get().size);
  show({ ...found, toPlay }, kind);
}

/** Returns what is sent: a file that is no longer there would only fail to be sent. Throws `Unreadable`. */
async function contentOf(source: string | File): Promise<string | Blob> {
  if (typeof source === "string") return source;
  if (source.size > MOST_BYTES) throw new Unreadable("large");
  try {
    return new Blob([await source.arrayBuffer()]);
  } catch {
    throw new Unreadable("file", source.name);
  }
}

/** Shows the position in a text or a file, or tells why it cannot be read. */
export async function receive(source: string | File): Promise<void> {
  try {
    await take(source);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    notice.set({ text: (texts) => error.sentence(texts.exchange.problems), isBad: true });
  }
}
