import { go, line, place, scope } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import { NARROW, useMedia } from "../core/media.ts";
import { useLanguage } from "../text/index.ts";
import { StepButtons, unlessOff } from "../ui/buttons.tsx";
import { useKeys } from "../ui/keys.ts";
import { Menu } from "../ui/menu.tsx";

/** Shows the position after as many moves of the line. */
export const showMoves = (moves: number): void => go({ moves: line.get().slice(0, moves) });

/** Goes forward or back in the line; returns false if it ends there. */
export function stepBy(step: number): boolean {
  const moves = place.get().moves.length + step;
  const isThere = moves >= 0 && moves <= line.get().length;
  if (isThere) showMoves(moves);
  return isThere;
}

/** Lets the arrow keys step wherever nothing else needs them. */
export function useStepKeys(): void {
  useKeys("board", (event) => {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    const isSlider = event.target instanceof Element && event.target.matches("input[type=range]");
    if (step !== 0 && !event.shiftKey && !isSlider) stepBy(step);
  });
}

/** The buttons that walk along the line, pass and clear the board, and the option of exchanged colours; on a phone a menu has the last ones. */
export function Steps({ onPass }: { onPass(): void }) {
  const { texts } = useLanguage();
  const here = useCell(scope);
  const played = useCell(line);
  const at = here.moves.length;
  const isNarrow = useMedia(NARROW);
  const isClear = at === 0 && here.stones === "" && here.toPlay === "B";
  const rest = (
    <>
      <button
        type="button"
        class="tool text"
        {...unlessOff(isClear, () => go({ moves: [], stones: "", toPlay: "B" }))}
      >
        {texts.search.reset}
      </button>
      {/* Patterns count with exchanged colours by an option of theirs. */}
      <label class={here.area === null ? "check" : "check unseen"}>
        <input type="checkbox" checked={here.swap} onChange={(event) => go({ swap: event.currentTarget.checked })} />
        {texts.search.exchanged}
      </label>
    </>
  );
  return (
    <div class="toolbar steps" role="group" aria-label={texts.search.steps}>
      <StepButtons at={at} last={played.length} labels={texts.search} onStep={showMoves} />
      <button type="button" class="tool text" onClick={onPass}>
        {texts.pass}
      </button>
      {isNarrow ? (
        <Menu icon="more" label={texts.pattern.more} up>
          {rest}
        </Menu>
      ) : (
        rest
      )}
    </div>
  );
}
