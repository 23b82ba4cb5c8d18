import type { Anchor } from "../../go/area.ts";
import { anchorNames, many } from "./words.ts";

/** Searches for a part of the board. */
export const pattern = {
  /** Searches for a part of the board. */
  pattern: {
    name: (anchor: Anchor, points: string, extent: string) => `${anchorNames[anchor]} ${points}, ${extent}`,
    /** Where the pattern is looked for. */
    anchors: {
      corner: "In every corner.",
      side: "Along every side.",
      middle: "Anywhere away from the edges.",
      fixed: "Here and turned: the edges hold it.",
      board: "The whole board, also turned.",
    } satisfies Record<Anchor, string>,
    onlyHere: "Only here.",
    found: (count: string) => many(count, "occurrence"),
    inGames: (games: string) => `in ${games}`,
    images: (count: string) => many(count, "orientation"),
    imagesHelp: "In how many ways the pattern may lie on the board: turned, mirrored, and with colours swapped",
    change: "Change",
    removeArea: "Remove the area",
    wildcards: (count: string) => `${many(count, "wildcard")}: points that may hold anything.`,
    changeHelp: "Draw the area again, or choose points of it that may hold anything",
    clearWildcards: "Clear",
    options: "Pattern options",
    /** The options that are on or off, with a sentence about each. */
    flags: {
      fixed_colors: { name: "Fixed colours", help: "Colour-swapped positions do not count" },
      in_place: { name: "In place", help: "Only exactly here: neither turned nor moved" },
      touching: { name: "Touching", help: "Also where it lies against edges that the area does not touch" },
      direct: { name: "Immediately", help: "Only replies without a tenuki before them" },
      strict: { name: "Strict", help: "Nothing is played elsewhere during the sequence" },
    },
    more: "More",
    next: "Replies by",
    nextOf: { "": "Either", X: "Black", O: "White" },
    at: "First appears at move",
    stood: "Lasts (moves)",
    from: "from",
    to: "to",
    tools: "Choose an area",
    presets: "Corner or side",
    lines: "Lines of the area",
    places: [
      ["Upper left corner", "Upper side", "Upper right corner"],
      ["Left side", "Whole board", "Right side"],
      ["Lower left corner", "Lower side", "Lower right corner"],
    ],
    remove: "Remove",
    prompt: "Drag over the corner or area to search for, such as a joseki.",
    firstCorner: "First corner fixed",
    help: "Enter fixes the first corner, arrow keys stretch the area, Enter ends, Escape cancels. X makes a point of the area a wildcard.",
    touch: "Slide to draw; tap a point of the area to make it a wildcard.",
  },
};
