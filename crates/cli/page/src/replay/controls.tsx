import { memo } from "preact/compat";
import { useCell } from "../core/cell.ts";
import { choose, settings, SETTINGS } from "../core/settings.ts";
import { useLanguage } from "../text/index.ts";
import { IconButton, Segments, StepButtons } from "../ui/buttons.tsx";
import { Menu } from "../ui/menu.tsx";
import { speeds, type Autoplay } from "./autoplay.ts";
import { hasComment, type GameNode } from "./gametree.ts";

interface ControlsProps {
  at: number;
  line: readonly GameNode[];
  description: string;
  progress: string;
  autoplay: Autoplay;
  onStep(at: number): void;
  /** Goes to the position of the search board; null if it is shown. */
  onTarget: (() => void) | null;
}

/** The buttons and the slider under the replay board. */
export function ReplayControls({ at, line, description, progress, autoplay, onStep, onTarget }: ControlsProps) {
  const { texts } = useLanguage();
  const words = texts.replay;
  const { isPlaying } = autoplay;
  const last = line.length - 1;
  return (
    <div class="controls">
      {/* A game that plays by itself would talk without end. */}
      <p class="status" aria-live={isPlaying ? "off" : "polite"}>
        <strong>{progress}</strong> <span>{description}</span>
      </p>
      <div class="toolbar" role="group" aria-label={words.steps}>
        <StepButtons at={at} last={last} labels={texts.search} onStep={onStep} />
        <span data-autoplay>
          <IconButton
            icon={isPlaying ? "pause" : "play"}
            label={isPlaying ? words.pause : words.autoplay}
            pressed={isPlaying}
            disabled={last === 0}
            onClick={autoplay.toggle}
          />
        </span>
        <IconButton icon="target" label={words.toPosition} disabled={onTarget === null} onClick={() => onTarget?.()} />
        <Menu icon="more" label={words.options}>
          <Options />
        </Menu>
        <div class="scrub">
          <input
            type="range"
            aria-label={words.move}
            aria-valuetext={`${progress}. ${description}`}
            min={0}
            max={last}
            value={at}
            onInput={(event) => onStep(Number(event.currentTarget.value))}
          />
          <CommentMarks line={line} />
        </div>
      </div>
    </div>
  );
}

/** A mark below the slider for each move with a comment. */
const CommentMarks = memo(function CommentMarks({ line }: { line: readonly GameNode[] }) {
  const marks = line.flatMap((node, i) => (hasComment(node) ? `M${i} 0v1` : []));
  return (
    <svg class="comment-marks" viewBox={`0 0 ${Math.max(1, line.length - 1)} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path d={marks.join("")} />
    </svg>
  );
});

/** How games are shown: which moves have numbers, and how fast a game plays. */
function Options() {
  const { texts } = useLanguage();
  const words = texts.replay;
  const { numbers, speed } = useCell(settings);
  const fast = speeds();
  return (
    <div class="settings">
      <div class="setting">
        <p>{words.numbers}</p>
        <Segments
          label={words.numbers}
          value={numbers}
          choices={SETTINGS.numbers.map((choice) => [choice, words.numberChoices[choice]] as const)}
          onChoose={(choice) => choose("numbers", choice)}
        />
      </div>
      <div class="setting">
        <p>{words.speed}</p>
        <Segments
          label={words.speed}
          value={fast.includes(speed) ? speed : "slow"}
          choices={fast.map((choice) => [choice, words.speeds[choice]] as const)}
          onChoose={(choice) => choose("speed", choice)}
        />
      </div>
    </div>
  );
}
