import { useState } from "preact/hooks";
import { PLACES, preset, presetLines, type Area } from "../go/area.ts";
import type { Vertex } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";
import { Segments, unlessOff } from "../ui/buttons.tsx";
import { Menu } from "../ui/menu.tsx";
import { setArea } from "./area.ts";
import { mode } from "./modes.tsx";

interface AreaToolsProps {
  size: number;
  area: string | null;
  /** Gets the focus when the tools are done. */
  onDone(): void;
}

/** The buttons below the board while an area is drawn. */
export function AreaTools({ size, area, onDone }: AreaToolsProps) {
  const { texts } = useLanguage();
  const words = texts.pattern;
  const finish = () => {
    mode.set("play");
    onDone();
  };
  const choose = (chosen: Area | null) => {
    setArea(chosen);
    finish();
  };
  return (
    <div class="toolbar areas" role="group" aria-label={words.tools}>
      {presetLines(size).length > 0 && (
        <Menu icon="area" label={words.presets} text up>
          <Presets size={size} onChoose={choose} />
        </Menu>
      )}
      <button type="button" class="tool text" {...unlessOff(area === null, () => choose(null))}>
        {words.remove}
      </button>
      <button type="button" class="tool text main" onClick={finish}>
        {texts.done}
      </button>
    </div>
  );
}

/** The number of lines that is chosen first where the board is large enough. */
const USUAL_LINES = 9;

/** A small board of buttons: corners, sides, and in the middle the whole board. */
function Presets({ size, onChoose }: { size: number; onChoose(area: Area): void }) {
  const words = useLanguage().texts.pattern;
  const choices = presetLines(size);
  const [lines, setLines] = useState(choices.includes(USUAL_LINES) ? USUAL_LINES : (choices.at(-1) ?? 0));
  const nameOf = ([x, y]: Vertex) => {
    const name = words.places[y]?.[x] ?? "";
    return x === 1 && y === 1 ? name : `${name}, ${lines}×${lines}`;
  };
  return (
    <div class="presets">
      <Segments
        label={words.lines}
        value={String(lines)}
        choices={choices.map((choice) => [String(choice), `${choice}×${choice}`] as const)}
        onChoose={(choice) => setLines(Number(choice))}
      />
      <div class="preset-places">
        {PLACES.map((where) => {
          const area = preset(where, lines, size);
          const name = nameOf(where);
          return (
            <button key={where.join()} type="button" class="tool" aria-label={name} title={name} onClick={() => onChoose(area)}>
              <AreaIcon area={area} size={size} />
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** A board with a part of it filled. */
export function AreaIcon({ area, size }: { area: Area; size: number }) {
  const scale = 20 / size;
  const [x = 0, y = 0] = area.from.map((value) => 2 + value * scale);
  const [width = 0, height = 0] = area.to.map((value, axis) => (value - (area.from[axis] ?? 0) + 1) * scale);
  return (
    <svg class="icon area-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect x="2" y="2" width="20" height="20" rx="2" />
      <rect class="part" x={x} y={y} width={width} height={height} rx="1.5" />
    </svg>
  );
}
