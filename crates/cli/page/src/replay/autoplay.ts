import { useEffect, useState } from "preact/hooks";
import { useCell } from "../core/cell.ts";
import { settings, type Settings } from "../core/settings.ts";
import type { Walk } from "./walk.ts";

/** How long a move stays, in milliseconds. */
const PAUSES: Record<Settings["speed"], number> = { slow: 2500, normal: 1200, fast: 400 };

const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Returns the speeds to choose from: only the slow one for those who want little motion. */
export const speeds = (): Settings["speed"][] => (calm.matches ? ["slow"] : ["slow", "normal", "fast"]);

export interface Autoplay {
  isPlaying: boolean;
  toggle(): void;
  stop(): void;
}

/** Plays the moves of a game one after the other, to the end of the line. */
export function useAutoplay(walk: Walk | null): Autoplay {
  const [isPlaying, setPlaying] = useState(false);
  const { speed } = useCell(settings);
  const isAtEnd = !walk || walk.at >= walk.line.length - 1;
  useEffect(() => {
    if (!isPlaying) return;
    if (isAtEnd) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => walk.step(1), PAUSES[speeds().includes(speed) ? speed : "slow"]);
    return () => clearTimeout(timer);
  }, [isPlaying, isAtEnd, walk?.node, speed]);
  return {
    isPlaying,
    toggle() {
      // From the end, the game plays again from its start.
      if (!isPlaying && isAtEnd) walk?.stepTo(0);
      setPlaying(!isPlaying);
    },
    stop: () => setPlaying(false),
  };
}
