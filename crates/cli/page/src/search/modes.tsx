import { cell, useCell } from "../core/cell.ts";
import { useLanguage } from "../text/index.ts";
import { IconButton } from "../ui/buttons.tsx";

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
      <IconButton icon="area" label={words.areaMode} pressed={current === "area"} onClick={() => toggle("area")} />
      <IconButton icon="edit" label={words.editMode} pressed={current === "edit"} onClick={() => toggle("edit")} />
    </div>
  );
}
