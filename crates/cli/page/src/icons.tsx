const SHAPES = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  close: "M6 6l12 12M18 6L6 18",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21",
  reset: "M4 5v5h5M4.6 10A8 8 0 1 1 4 13",
  target: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 2v5M12 17v5M2 12h5M17 12h5",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
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

/** A small stone next to a text. */
export function Stone({ color }: { color: "B" | "W" }) {
  return <span class={`stone ${color === "B" ? "black" : "white"}`} aria-hidden="true" />;
}
