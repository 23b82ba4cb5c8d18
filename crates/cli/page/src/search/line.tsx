import { useLayoutEffect, useRef } from "preact/hooks";
import { useMoveName } from "../board/names.ts";
import { line, scope } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import { placeHref } from "../core/link.ts";
import { useLanguage } from "../text/index.ts";
import { isPlainClick } from "../ui/playerlink.tsx";
import { showMoves } from "./steps.tsx";

/** The moves on the search board and those taken back; each goes to the position after it. */
export function Line() {
  const { texts } = useLanguage();
  const here = useCell(scope);
  const moves = useCell(line);
  const nameOf = useMoveName(here.size);
  const frame = useRef<HTMLElement>(null);
  const at = here.moves.length;

  useLayoutEffect(() => {
    const current = frame.current?.querySelector<HTMLElement>("[aria-current]");
    // Scrolling into view would also scroll the page.
    if (frame.current) frame.current.scrollLeft = (current?.offsetLeft ?? 0) - frame.current.clientWidth / 2;
  }, [here]);

  return (
    <nav class="line" aria-label={texts.search.steps} ref={frame}>
      {moves.length === 0 && <p>{here.area === null ? texts.next.title : texts.next.answers}</p>}
      {moves.map((move, i) => (
        <a
          key={i}
          href={placeHref({ ...here, moves: moves.slice(0, i + 1) })}
          class={i < at ? undefined : "ahead"}
          aria-current={i === at - 1 ? "step" : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            showMoves(i + 1);
          }}
        >
          <small>{i + 1}</small> {nameOf(move)}
        </a>
      ))}
    </nav>
  );
}
