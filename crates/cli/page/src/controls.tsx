import { count } from "./format.ts";
import { Icon, type IconName } from "./icons.tsx";

interface MoveButtonProps {
  icon: IconName;
  label: string;
  disabled: boolean;
  onClick(): void;
}

function MoveButton({ icon, label, disabled, onClick }: MoveButtonProps) {
  return (
    <button type="button" class="tool" disabled={disabled} onClick={onClick} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}

interface MoveButtonsProps {
  at: number;
  last: number;
  onMove(at: number): void;
}

/** The buttons that step through the moves of a board. */
export function MoveButtons({ at, last, onMove }: MoveButtonsProps) {
  return (
    <>
      <MoveButton icon="first" label="First" disabled={at <= 0} onClick={() => onMove(0)} />
      <MoveButton icon="back" label="Back" disabled={at <= 0} onClick={() => onMove(at - 1)} />
      <MoveButton icon="forward" label="Forward" disabled={at >= last} onClick={() => onMove(at + 1)} />
      <MoveButton icon="last" label="Last" disabled={at >= last} onClick={() => onMove(last)} />
    </>
  );
}

interface ControlsProps extends MoveButtonsProps {
  start: number;
  description: string;
  moveNumber: number;
  moves: number;
}

/** The buttons and the slider under the replay board. */
export function ReplayControls({ at, last, start, description, moveNumber, moves, onMove }: ControlsProps) {
  const progress = `Move ${count(moveNumber)} of ${count(moves)}`;
  return (
    <div class="controls">
      <div class="scrub">
        <input
          type="range"
          aria-label="Move"
          aria-valuetext={`${progress}. ${description}`}
          min={0}
          max={last}
          value={at}
          onInput={(event) => onMove(Number(event.currentTarget.value))}
        />
      </div>
      <div class="toolbar" role="group" aria-label="Moves of the game">
        <MoveButtons at={at} last={last} onMove={onMove} />
        <MoveButton
          icon="target"
          label="To the searched position"
          disabled={at === start}
          onClick={() => onMove(start)}
        />
        <p class="where" aria-live="polite">
          <strong>{progress}</strong>
          <span>{description}</span>
        </p>
      </div>
    </div>
  );
}
