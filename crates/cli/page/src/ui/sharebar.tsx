import { useLanguage } from "../text/index.ts";

/** The least share of a part of a bar at which its number fits. */
const FITS = 0.24;

interface ShareBarProps {
  /** The games by kind, and how each kind is drawn. */
  parts: readonly (readonly [look: "black" | "white" | "draw" | "won" | "lost", games: number])[];
  /** The same in words. */
  told: string;
  /** True if the numbers say little. */
  isFaded?: boolean;
}

/** A bar that divides games into parts, each with its share where there is room. */
export function ShareBar({ parts, told, isFaded = false }: ShareBarProps) {
  const { percent } = useLanguage();
  const all = parts.reduce((sum, [, games]) => sum + games, 0);
  if (all === 0) return <span class="win-bar none">–</span>;
  return (
    <span class={isFaded ? "win-bar unsure" : "win-bar"} role="img" aria-label={told} title={told}>
      {parts.map(([look, games]) =>
        games === 0 ? null : (
          <span key={look} class={look} style={{ flexGrow: games }} aria-hidden="true">
            {games / all >= FITS && percent(games / all, 0)}
          </span>
        ),
      )}
    </span>
  );
}
