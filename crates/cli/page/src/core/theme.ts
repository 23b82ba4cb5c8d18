import { useCell } from "./cell.ts";
import { useMedia } from "./media.ts";
import { settings } from "./settings.ts";

const DARK = "(prefers-color-scheme: dark)";

/** Returns whether the page is dark now. */
export const isDark = (): boolean => {
  const { theme } = settings.get();
  return theme === "system" ? window.matchMedia(DARK).matches : theme === "dark";
};

/** Returns whether the page is dark, by choice or like the system. */
export function useIsDark(): boolean {
  const { theme } = useCell(settings);
  const isSystemDark = useMedia(DARK);
  return theme === "system" ? isSystemDark : theme === "dark";
}
