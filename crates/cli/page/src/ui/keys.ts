import { useLayoutEffect, useRef } from "preact/hooks";
import { view } from "../core/view.ts";
import { takesText } from "./field.ts";

/** The parts of the page that hear keys, and the elements that belong to each. */
const PARTS = { board: "#search, .explorer", replay: "#replay" };

/**
 * Hears the keys of a part of the page: while the focus is in it, or in no part and this one is in front. Fields and
 * windows keep their keys.
 */
export function useKeys(part: keyof typeof PARTS, onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  // Before anything is painted, lest the first key be lost.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || takesText(target)) return;
      const home = target instanceof Element ? target.closest(`${Object.values(PARTS).join()}, dialog`) : null;
      if (home ? home.matches(PARTS[part]) : view.get() === part) latest.current(event);
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, [part]);
}
