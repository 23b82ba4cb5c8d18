import type { Tally } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";

/** The least share of a part of a bar at which its number fits. */
const FITS = 0.24;

/** A bar that divides the games with a result among Black, draws and White. */
export function WinBar({ tally }: { tally: Tally }) {
  const { texts, percent } = useLanguage();
  const draws = tally.draws ?? 0;
  const decided = tally.black_wins + draws + tally.white_wins;
  if (decided === 0) return <span class="win-bar none">–</span>;
  const parts = [
    ["black", tally.black_wins],
    ["draw", draws],
    ["white", tally.white_wins],
  ] as const;
  const shares = parts.map(([, games]) => percent(games / decided));
  const told = texts.next.bar(shares[0] ?? "", shares[1] ?? "", shares[2] ?? "");
  return (
    <span class="win-bar" role="img" aria-label={told} title={told}>
      {parts.map(([name, games]) =>
        games === 0 ? null : (
          <span key={name} class={name} style={{ flexGrow: games }} aria-hidden="true">
            {games / decided >= FITS && percent(games / decided, 0)}
          </span>
        ),
      )}
    </span>
  );
}
