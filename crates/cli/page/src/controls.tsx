import { count } from "./format.ts";
import { Icon } from "./icons.tsx";

interface ControlsProps {
  at: number;
  last: number;
  start: number;
  said: string;
  moveNumber: number;
  moves: number;
  onMove(at: number): void;
}

/** The buttons and the slider under the replay board. */
export function ReplayControls({ at, last, start, said, moveNumber, moves, onMove }: ControlsProps) {
  const words = `Move ${count(moveNumber)} of ${count(moves)}`;
  return (
    <div class="controls">
      <div class="scrub">
        <input
          type="range"
          aria-label="Move"
          aria-valuetext={`${words}. ${said}`}
          min={0}
          max={last}
          value={at}
          onInput={(event) => onMove(Number(event.currentTarget.value))}
        />
      </div>
      <div class="toolbar" role="group" aria-label="Moves of the game">
        <button type="button" class="tool" disabled={at === 0} onClick={() => onMove(0)} aria-label="First" title="First">
          <Icon name="first" />
        </button>
        <button type="button" class="tool" disabled={at === 0} onClick={() => onMove(at - 1)} aria-label="Back" title="Back">
          <Icon name="back" />
        </button>
        <button
          type="button"
          class="tool"
          disabled={at === last}
          onClick={() => onMove(at + 1)}
          aria-label="Forward"
          title="Forward"
        >
          <Icon name="forward" />
        </button>
        <button type="button" class="tool" disabled={at === last} onClick={() => onMove(last)} aria-label="Last" title="Last">
          <Icon name="last" />
        </button>
        <button
          type="button"
          class="tool"
          disabled={at === start}
          onClick={() => onMove(start)}
          aria-label="To the position searched"
          title="To the position searched"
        >
          <Icon name="target" />
        </button>
        <p class="where" aria-live="polite">
          <strong>{words}</strong>
          <span>{said}</span>
        </p>
      </div>
    </div>
  );
}
