import { useLanguage } from "../text/index.ts";
import { IconButton, StepButtons } from "../ui/buttons.tsx";

interface ControlsProps {
  at: number;
  last: number;
  /** The scene with the position of the search board. */
  start: number;
  description: string;
  moveNumber: number;
  moves: number;
  onStep(at: number): void;
}

/** The buttons and the slider under the replay board. */
export function ReplayControls({ at, last, start, description, moveNumber, moves, onStep }: ControlsProps) {
  const { texts, count } = useLanguage();
  const words = texts.replay;
  const progress = words.progress(count(moveNumber), count(moves));
  return (
    <div class="controls">
      <p class="status" aria-live="polite">
        <strong>{progress}</strong> <span>{description}</span>
      </p>
      <div class="toolbar" role="group" aria-label={words.steps}>
        <StepButtons at={at} last={last} labels={texts.search} onStep={onStep} />
        <IconButton icon="target" label={words.toPosition} disabled={at === start} onClick={() => onStep(start)} />
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
        </div>
      </div>
    </div>
  );
}
