import { useAnswer } from "../core/api.ts";
import { activeFilters, nameOfWhole, type Place } from "../core/place.ts";
import type { PlayerTally, Score } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { Stone } from "../ui/icons.tsx";
import { sumOf, WinRate } from "../ui/recordbar.tsx";

/** Returns the two players whose games with each other are listed, or null for another list. */
export function pairOf({ all, sizes, filters }: Place): [player: string, opponent: string] | null {
  const [player = null, opponent = null, ...others] = filters.player.map(nameOfWhole);
  const isPair = all && sizes === null && others.length === 0 && activeFilters(filters) === 2;
  return isPair && player !== null && opponent !== null ? [player, opponent] : null;
}

/** The score of two players, in all and by the first one's colour. */
export function ScoreLine({ pair: [name, opponent] }: { pair: [string, string] }) {
  const { texts, count } = useLanguage();
  const { data } = useAnswer<Score>(`player/score?${new URLSearchParams({ name, opponent, limit: "0" })}`);
  if (!data) return null;
  const score = ({ wins, losses }: PlayerTally) => `${count(wins)} : ${count(losses)}`;
  const both = sumOf(data.black, data.white);
  return (
    <p class="score">
      <bdi>{data.player}</bdi> <strong>{score(both)}</strong> <bdi>{data.opponent}</bdi>
      {(["B", "W"] as const).map((color) => (
        <span key={color}>
          <Stone color={color} />
          <span class="hidden">{texts.color(color)}</span> {score(color === "B" ? data.black : data.white)}
        </span>
      ))}
      {both.draws > 0 && (
        <span>
          {texts.profile.draws} {count(both.draws)}
        </span>
      )}
      <WinRate {...both} />
    </p>
  );
}
