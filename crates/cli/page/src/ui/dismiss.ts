import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Closes what is open over the page when the pointer or the focus goes elsewhere, and on Escape, which it tells apart. */
export function useDismiss(frame: RefObject<HTMLElement>, isOpen: boolean, close: (byEscape: boolean) => void): void {
  const latest = useRef(close);
  latest.current = close;
  // Before it is painted, lest the first key go to what is behind.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !frame.current?.contains(target)) latest.current(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The key does nothing else.
      event.stopPropagation();
      latest.current(true);
    };
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
      document.removeEventListener("keydown", onKey);
    };
  }, [isOpen]);
}
