import type { Confidence, Tally } from "../core/types.ts";
import type { Color } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";
import { ShareBar } from "./sharebar.tsx";

/** The width of the 95% interval from which a share of wins says little. */
const WIDE = 0.3;

/** Returns whether the games are too few for their share of wins to say much. */
export const isUnsure = ({ black_win_rate_low: low, black_win_rate_high: high }: Partial<Confidence>): boolean =>
  (high ?? 0) - (low ?? 0) > WIDE;

/** Returns a colour's share of the games with a result, as the bars show it; null without such games. */
export function winShare({ black_wins: black, draws, white_wins: white }: Tally, color: Color): number | null {
  const games = black + draws + white;
  return games === 0 ? null : (color === "B" ? black : white) / games;
}

/** A bar that divides the games with a result among Black, draws and White; faded where the games are few. */
export function WinBar({ tally }: { tally: Tally & Partial<Confidence> }) {
  const { texts, percent } = useLanguage();
  const { black_wins: black, draws, white_wins: white } = tally;
  const { black_win_rate_low: low = null, black_win_rate_high: high = null } = tally;
  const share = (games: number) => percent(games / (black + draws + white));
  const isKnown = low !== null && high !== null;
  const told =
    texts.next.bar(share(black), share(draws), share(white)) +
    (isKnown ? texts.next.interval(percent(low, 0), percent(high, 0)) : "");
  return (
    <ShareBar
      parts={[["black", black], ["draw", draws], ["white", white]]}
      told={told}
      isFaded={isUnsure(tally)}
    />
  );
}
