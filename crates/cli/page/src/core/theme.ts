import { useEffect, useState } from "preact/hooks";
import { useCell } from "./cell.ts";
import { settings } from "./settings.ts";

const system = window.matchMedia("(prefers-color-scheme: dark)");

/** Returns whether the page is dark now. */
export const isDark = (): boolean => {
  const { theme } = settings.get();
  return theme === "system" ? system.matches : theme === "dark";
};

/** Returns whether the page is dark, by choice or like the system. */
export function useIsDark(): boolean {
  const { theme } = useCell(settings);
  const [isSystemDark, setSystemDark] = useState(system.matches);
  useEffect(() => {
    const update = () => setSystemDark(system.matches);
    system.addEventListener("change", update);
    return () => system.removeEventListener("change", update);
  }, []);
  return theme === "system" ? isSystemDark : theme === "dark";
}
