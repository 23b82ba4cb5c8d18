import type { Confidence, Tally } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";

/** The least share of a part of a bar at which its number fits. */
const FITS = 0.24;

/** The width of the 95% interval from which a share of wins says little. */
const WIDE = 0.3;

/** A bar that divides the games with a result among Black, draws and White; faded where the games are few. */
export function WinBar({ tally }: { tally: Tally & Partial<Confidence> }) {
  const { texts, percent } = useLanguage();
  const decided = tally.black_wins + tally.draws + tally.white_wins;
  if (decided === 0) return <span class="win-bar none">–</span>;
  const parts = [
    ["black", tally.black_wins],
    ["draw", tally.draws],
    ["white", tally.white_wins],
  ] as const;
  const shares = parts.map(([, games]) => percent(games / decided));
  const { black_win_rate_low: low = null, black_win_rate_high: high = null } = tally;
  const isKnown = low !== null && high !== null;
  const told =
    texts.next.bar(shares[0] ?? "", shares[1] ?? "", shares[2] ?? "") +
    (isKnown ? texts.next.interval(percent(low, 0), percent(high, 0)) : "");
  const isUnsure = isKnown && high - low > WIDE;
  return (
    <span class={isUnsure ? "win-bar unsure" : "win-bar"} role="img" aria-label={told} title={told}>
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
