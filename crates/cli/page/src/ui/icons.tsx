import type { Color } from "../go/points.ts";

const SHAPES = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  close: "M6 6l12 12M18 6L6 18",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21",
  target: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 2v5M12 17v5M2 12h5M17 12h5",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  left: "M15 6l-6 6 6 6",
  right: "M9 6l6 6-6 6",
  filter: "M4 6h16M7 12h10M10 18h4",
  add: "M12 5v14M5 12h14",
  menu: "M4 7h16M4 12h16M4 17h16",
  area: "M4 4h16v16H4zM11 4v9h9",
  edit: "M5 19l1-4L16 5l3 3L9 18z",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  print: "M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z",
  play: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM10 8l6.5 4-6.5 4z",
  pause: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM9.5 8.5v7M14.5 8.5v7",
  erase: "M9 19l-5-5 9-9 7 7-7 7zM9 19h11M8.5 9.5l7 7",
  wildcard: "M12 5v14M6 8.5l12 7M6 15.5l12-7",
  warning: "M12 4l9 16H3zM12 10v5M12 17.5h.01",
  player: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  help: "M9 9.2a3 3 0 1 1 4.6 2.5c-1.1.7-1.6 1.3-1.6 2.5M12 18h.01M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z",
} as const;

const FILLED = new Set<string>(["first", "back", "forward", "last"]);

export type IconName = keyof typeof SHAPES;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={FILLED.has(name) ? "icon filled" : "icon"} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} />
    </svg>
  );
}

/** A small stone in a line of text. */
export function Stone({ color }: { color: Color }) {
  return (
    <svg class={`stone ${color === "B" ? "black" : "white"}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="7" />
    </svg>
  );
}

/** One stone, or two that overlap. */
export const Sides = ({ colors }: { colors: readonly Color[] }) => (
  <span class="sides">
    {colors.map((color) => (
      <Stone key={color} color={color} />
    ))}
  </span>
);

/** The sign of the program: two stones on a corner of the board. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#e2b96f" />
      <path d="M11 3v26M21 3v26M3 11h26M3 21h26" stroke="#7a5a25" stroke-width="1.4" />
      <circle cx="11" cy="21" r="7" fill="#17181b" />
      <circle cx="21" cy="11" r="7" fill="#ffffff" stroke="#8d8778" stroke-width="0.8" />
    </svg>
  );
}
