import { go, scope } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import { shownWindow } from "../exchange/shown.ts";
import { mostHandicapStones } from "../go/position.ts";
import { useLanguage } from "../text/index.ts";
import { unlessOff } from "../ui/buttons.tsx";
import { Icon, Stone } from "../ui/icons.tsx";
import { brush, BRUSHES, BRUSH_KEYS, type Brush } from "./brush.ts";
import { mode } from "./modes.tsx";
import { chooseBrush } from "./setup.tsx";

/** The brushes and presets, in place of the buttons that step through moves. */
export function SetupTools() {
  const { texts, count } = useLanguage();
  const { size, stones, moves, wildcards, toPlay, area } = useCell(scope);
  const chosen = useCell(brush);
  const words = texts.setup;
  const most = mostHandicapStones(size);
  const handicap = moves.length === 0 && /^\d+$/.test(stones) ? stones : "";
  const isClear = stones === "" && moves.length === 0 && wildcards.length === 0 && toPlay === "B";

  const done = () => {
    mode.set("play");
    // The button goes away; what it was for stays in the focus.
    document.querySelector<HTMLElement>("#search .board")?.focus();
  };
  return (
    <div
      class="toolbar setup"
      role="group"
      aria-label={texts.search.editMode}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLSelectElement) return;
        if (event.key === "Escape") done();
        else if (chooseBrush(event)) event.preventDefault();
      }}
    >
      <div class="brushes" role="group" aria-label={words.brushes}>
        {BRUSHES.map((one) => {
          const isOff = one === "wildcard" && area === null;
          const label = isOff ? words.refused.noArea() : words.names[one];
          return (
            <button
              key={one}
              type="button"
              class="tool"
              data-brush={one}
              aria-pressed={one === chosen}
              aria-disabled={isOff}
              aria-label={isOff ? `${words.names[one]}. ${label}` : label}
              aria-keyshortcuts={BRUSH_KEYS[one]}
              title={isOff ? label : `${label} (${BRUSH_KEYS[one].toUpperCase()})`}
              onClick={() => !isOff && brush.set(one)}
            >
              <BrushIcon of={one} />
            </button>
          );
        })}
      </div>
      {/* A native list: on phones it opens as large as fingers need it. */}
      <select
        class="tool"
        aria-label={words.handicap}
        value={handicap}
        disabled={most === 0}
        onChange={(event) => go({ stones: event.currentTarget.value, toPlay: "W", moves: [], wildcards: [] })}
      >
        <option value="" disabled hidden>
          {words.handicap}
        </option>
        {Array.from({ length: Math.max(0, most - 1) }, (_, i) => (
          <option key={i} value={i + 2}>
            {words.stones(count(i + 2))}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="tool text"
        {...unlessOff(isClear, () => go({ stones: "", toPlay: "B", moves: [], wildcards: [] }))}
      >
        {words.clear}
      </button>
      <button type="button" class="tool text paste" onClick={() => shownWindow.set({ kind: "paste" })}>
        {words.paste}
      </button>
      <button type="button" class="tool text main" onClick={done}>
        {texts.done}
      </button>
    </div>
  );
}

const BrushIcon = ({ of }: { of: Brush }) =>
  of === "B" || of === "W" ? <Stone color={of} /> : <Icon name={of} />;
