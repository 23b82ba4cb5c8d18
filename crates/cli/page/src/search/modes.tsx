import { cell, useCell } from "../core/cell.ts";
import { useLanguage } from "../text/index.ts";
import { IconButton } from "../ui/buttons.tsx";
import { Icon } from "../ui/icons.tsx";

/** What pointing at the search board does: it plays a move, draws an area to search for, or sets stones up. */
type Mode = "play" | "area" | "edit";

export const mode = cell<Mode>("play");

/** The buttons that change what pointing at the board does. */
export function Modes() {
  const words = useLanguage().texts.search;
  const current = useCell(mode);
  const toggle = (wanted: Mode) => mode.set(current === wanted ? "play" : wanted);
  return (
    <div class="modes" role="group" aria-label={words.modes}>
      <button
        type="button"
        class="tool text"
        aria-pressed={current === "area"}
        aria-label={words.areaMode}
        title={words.areaMode}
        onClick={() => toggle("area")}
      >
        <Icon name="area" />
        {words.joseki}
      </button>
      <IconButton icon="edit" label={words.editMode} pressed={current === "edit"} onClick={() => toggle("edit")} />
    </div>
  );
}
