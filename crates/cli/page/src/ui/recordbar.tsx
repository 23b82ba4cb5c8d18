import type { PlayerTally } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { ShareBar } from "./sharebar.tsx";
import { isUnsure } from "./winbar.tsx";

/** The number of standard deviations within which 95% of a normal distribution lie. */
const Z = 1.959963984540054;

/** The fewest decided games from which a win rate is written. */
const FEWEST = 10;

type Won = Pick<PlayerTally, "wins" | "losses">;

export const sumOf = (a: PlayerTally, b: PlayerTally): PlayerTally => ({
  games: a.games + b.games,
  wins: a.wins + b.wins,
  losses: a.losses + b.losses,
  draws: a.draws + b.draws,
});

/** Returns the ends of Wilson's 95% interval of a win rate, as the server does for Black's; null without a decided game. */
export function winInterval({ wins, losses }: Won): [low: number, high: number] | null {
  const games = wins + losses;
  if (games === 0) return null;
  const rate = wins / games;
  const spread = Z ** 2 / games;
  const middle = (rate + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((rate * (1 - rate)) / games + spread / (4 * games));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** A win rate with its interval, unless the games are few. */
export function WinRate({ wins, losses }: Won) {
  const { count, percent } = useLanguage();
  const [low, high] = winInterval({ wins, losses }) ?? [0, 1];
  if (wins + losses < FEWEST) return null;
  return (
    <small>
      {percent(wins / (wins + losses), 0)}{" "}
      <span style={{ whiteSpace: "nowrap" }}>
        ({count(Math.round(100 * low))}–{percent(high, 0)})
      </span>
    </small>
  );
}

/** A bar that divides a player's games into won, drawn and lost ones; faded where the games are few. */
export function RecordBar({ wins, draws, losses }: Omit<PlayerTally, "games">) {
  const { texts, count, percent } = useLanguage();
  const words = texts.profile;
  const [low = null, high = null] = winInterval({ wins, losses }) ?? [];
  const told =
    words.bar(count(wins), count(draws), count(losses)) +
    (low === null ? "" : words.interval(percent(low, 0), percent(high, 0)));
  return (
    <ShareBar
      parts={[["won", wins], ["draw", draws], ["lost", losses]]}
      told={told}
      isFaded={isUnsure({ black_win_rate_low: low, black_win_rate_high: high })}
    />
  );
}
