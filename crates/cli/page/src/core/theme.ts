import { useCell } from "./cell.ts";
import { useMedia } from "./media.ts";
import { settings } from "./settings.ts";

/** Returns whether the page is dark, by choice or like the system. */
export function useIsDark(): boolean {
  const { theme } = useCell(settings);
  const isSystemDark = useMedia("(prefers-color-scheme: dark)");
  return theme === "system" ? isSystemDark : theme === "dark";
}
