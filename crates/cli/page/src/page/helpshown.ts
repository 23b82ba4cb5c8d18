import { useLayoutEffect } from "preact/hooks";
import { cell } from "../core/cell.ts";
import { takesText } from "../ui/field.ts";

/** The part of the help that is shown, while its window is open. */
export const helpShown = cell<"guide" | "keys" | null>(null);

/** Lets "?" open the window at the keys, and close it. */
export function useHelpKey(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.ctrlKey || event.altKey || event.metaKey || takesText(event.target)) return;
      event.preventDefault();
      helpShown.set(helpShown.get() === null ? "keys" : null);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
