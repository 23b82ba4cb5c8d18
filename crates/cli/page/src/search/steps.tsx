import { useEffect } from "preact/hooks";
import { go, line, place, scope } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import { view } from "../core/view.ts";
import { useLanguage } from "../text/index.ts";
import { StepButtons } from "../ui/buttons.tsx";

/** Shows the position after as many moves of the line. */
export const showMoves = (moves: number): void => go({ moves: line.get().slice(0, moves) });

/** Goes forward or back in the line; returns false if it ends there. */
export function stepBy(step: number): boolean {
  const moves = place.get().moves.length + step;
  const isThere = moves >= 0 && moves <= line.get().length;
  if (isThere) showMoves(moves);
  return isThere;
}

/** Lets the arrow keys step also while nothing has the focus. */
export function useStepKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
      const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (step !== 0 && isPlain && event.target === document.body && view.get() === "board") stepBy(step);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** The buttons that walk along the line, pass and clear the board, and the option of exchanged colours. */
export function Steps({ onPass }: { onPass(): void }) {
  const { texts } = useLanguage();
  const here = useCell(scope);
  const played = useCell(line);
  const at = here.moves.length;
  return (
    <div class="toolbar steps" role="group" aria-label={texts.search.steps}>
      <StepButtons at={at} last={played.length} labels={texts.search} onStep={showMoves} />
      <button type="button" class="tool text" onClick={onPass}>
        {texts.pass}
      </button>
      <button
        type="button"
        class="tool text"
        disabled={at === 0 && here.stones === "" && here.toPlay === "B"}
        onClick={() => go({ moves: [], stones: "", toPlay: "B" })}
      >
        {texts.search.reset}
      </button>
      {/* Patterns count with exchanged colours by an option of theirs. */}
      <label class={here.area === null ? "check" : "check unseen"}>
        <input type="checkbox" checked={here.swap} onChange={(event) => go({ swap: event.currentTarget.checked })} />
        {texts.search.exchanged}
      </label>
    </div>
  );
}
