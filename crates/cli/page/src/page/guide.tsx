import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Drawing, type DrawingProps } from "../board/drawing.tsx";
import { centerOf } from "../board/grid.tsx";
import type { Mark } from "../board/marks.tsx";
import { useMoveName } from "../board/names.ts";
import { PALETTES } from "../board/palette.ts";
import { useCell } from "../core/cell.ts";
import { mayChange } from "../core/permission.ts";
import { settings, type Settings } from "../core/settings.ts";
import { useIsDark } from "../core/theme.ts";
import type { Info } from "../core/types.ts";
import { readArea } from "../go/area.ts";
import { playerAfter, type Color } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";
import { Setting } from "./header.tsx";

const SIZE = 19;
const JOSEKI = ["pd", "qf", "nc", "rd", "qc", "qi"];
/** The next moves of the first picture: what their marks show by each choice, and how large they are. */
const APPROACHES: [point: string, labels: Record<Settings["marks"], string>, strength: number][] = [
  ["qf", { letter: "A", share: "57", wins: "49" }, 0.9],
  ["nc", { letter: "B", share: "28", wins: "52" }, 0.6],
  ["qc", { letter: "C", share: "12", wins: "46" }, 0.3],
];

const played = (moves: readonly string[]) =>
  new Map(moves.map((move, at): [string, Color] => [move, playerAfter("B", at)]));
const markOf = (point: string, label: string, strength: number): Mark => ({ point, color: "W", label, strength });

/** What the page shows and finds, in four pictures. */
export function Guide({ info }: { info: Info | null }) {
  const { texts } = useLanguage();
  const words = texts.help;
  const { marks } = useCell(settings);
  const nameOf = useMoveName(SIZE);
  const { accent } = usePalette();
  return (
    <div class="guide">
      <Part
        title={words.marks.title}
        stones={played(["pd"])}
        marks={APPROACHES.map(([point, labels, strength]) => markOf(point, labels[marks], strength))}
      >
        <p>{words.marks.text}</p>
        <p>{texts.next.strength}</p>
        <Setting name="marks" label={texts.settings.marks} names={texts.settings.markNames} />
      </Part>
      <Part
        title={words.symmetry.title}
        isWhole
        stones={new Map()}
        over={["pd", "dd", "dp", "pp"].map((point, at) => {
          const [cx, cy] = centerOf(point);
          const look = at === 0 ? { fill: "#20242b" } : { fill: "none", stroke: accent, "stroke-width": 4, "stroke-dasharray": "7 5" };
          return <circle key={point} cx={cx} cy={cy} r={16} {...look} />;
        })}
      >
        <p>{words.symmetry.text(nameOf("pd"), texts.next.same(nameOf("dd"), nameOf("pd")))}</p>
      </Part>
      <Part
        title={words.corner.title}
        stones={played(JOSEKI.slice(0, 5))}
        marks={[markOf("qi", "A", 0.9), markOf("ri", "B", 0.4)]}
        area={readArea("ka,si", SIZE)}
        dims
      >
        <p>{words.corner.text}</p>
      </Part>
      <Part
        title={words.own.title}
        stones={played(JOSEKI)}
        labels={new Map(JOSEKI.map((move, at) => [move, String(at + 1)]))}
        last="qi"
      >
        <p>{words.own.show}</p>
        <p>{mayChange(info) ? words.own.add : words.own.readOnly}</p>
      </Part>
    </div>
  );
}

const usePalette = () => PALETTES[useCell(settings).board][useIsDark() ? "dark" : "light"];

interface PartProps extends Pick<DrawingProps, "stones" | "marks" | "labels" | "last" | "area" | "dims"> {
  title: string;
  /** True to draw all of the board, not only its upper right corner. */
  isWhole?: boolean;
  /** What is drawn over the board. */
  over?: ComponentChildren;
  children: ComponentChildren;
}

function Part({ title, isWhole = false, over, children, ...board }: PartProps) {
  return (
    <section>
      <div class={isWhole ? "guide-board" : "guide-board corner"} aria-hidden="true">
        <Drawing id={useId()} size={SIZE} palette={usePalette()} coordinates="none" {...board}>
          {over}
        </Drawing>
      </div>
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </section>
  );
}
