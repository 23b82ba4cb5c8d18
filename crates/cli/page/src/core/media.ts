import { useEffect, useState } from "preact/hooks";

/** A window with room for one column. */
export const NARROW = "(max-width: 899px)";
/** A device that has no mouse, and mostly no keyboard. */
export const TOUCH_ONLY = "(hover: none) and (pointer: coarse)";

/** Returns whether the window meets a media query, and renders the component again when that changes. */
export function useMedia(query: string): boolean {
  const [isMet, setMet] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const list = window.matchMedia(query);
    const update = () => setMet(list.matches);
    update();
    list.addEventListener("change", update);
    return () => list.removeEventListener("change", update);
  }, [query]);
  return isMet;
}
