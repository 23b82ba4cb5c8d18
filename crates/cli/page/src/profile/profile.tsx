import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { go } from "../core/address.ts";
import { wholeName } from "../core/place.ts";
import { useAnswer } from "../core/api.ts";
import type { PlayerTally, Profile } from "../core/types.ts";
import { spanFilter, type Span, type YearBar } from "../years/bins.ts";
import { YearChart } from "../years/chart.tsx";
import { useLanguage, yearSpan } from "../text/index.ts";
import { problemText } from "../text/problems.ts";
import { NoveltiesTable, type OpenGame } from "../statistics/novelties.tsx";
import { IconButton } from "../ui/buttons.tsx";
import { Fold } from "../ui/fold.tsx";
import { Icon } from "../ui/icons.tsx";
import { listGames } from "./listgames.ts";
import { Openings } from "./openings.tsx";
import { Opponents } from "./opponents.tsx";
import { RecordTable } from "./record.tsx";

const barsOf = (profile: Profile): YearBar[] =>
  profile.years.flatMap(({ year, black, white }) => {
    if (year === null) return [];
    const sum = (name: keyof PlayerTally) => black[name] + white[name];
    const [wins, draws, losses] = [sum("wins"), sum("draws"), sum("losses")];
    return [{ year, parts: [wins, draws, losses, sum("games") - wins - draws - losses] }];
  });

/** The page of a player: the record by colour, year and opening, and the opponents. */
export function ProfilePage({ name, onOpen }: { name: string; onOpen: OpenGame }) {
  const { texts, count } = useLanguage();
  const words = texts.profile;
  const answer = useAnswer<Profile>(`player?${new URLSearchParams({ name, limit: "200" })}`);
  const part = useRef<HTMLElement>(null);
  const profile = answer.data;
  const bars = useMemo(() => (profile ? barsOf(profile) : []), [profile]);

  // What opened the page is no longer there.
  useLayoutEffect(() => part.current?.focus({ preventScroll: true }), []);

  const close = () => {
    go({ profile: null });
    requestAnimationFrame(() => {
      const links = [...document.querySelectorAll<HTMLElement>(".explorer [data-player]")];
      const tab = document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
      (links.find((link) => link.dataset.player === name) ?? tab)?.focus();
    });
  };
  const kinds = [
    { name: words.wins, look: "won" },
    { name: words.draws, look: "draw" },
    { name: words.losses, look: "lost" },
    { name: texts.statistics.noResult, look: "open" },
  ] as const;

  return (
    <section
      class="profile card"
      id="profile"
      aria-labelledby="profile-heading"
      aria-busy={answer.loading}
      tabIndex={-1}
      ref={part}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) close();
      }}
    >
      <div class="profile-head">
        <div>
          <h2 id="profile-heading">
            <bdi>{profile?.player ?? name}</bdi>
          </h2>
          <p class="tally" role="status">
            {profile
              ? words.summary(texts.games(count(profile.games)), yearSpan(profile.first_year, profile.last_year, texts))
              : answer.error
                ? problemText(texts, answer.error)
                : texts.loading}
          </p>
        </div>
        {profile && (
          <button type="button" class="tool text" onClick={() => listGames({ player: [wholeName(profile.player)] })}>
            <Icon name="search" /> {words.showGames}
          </button>
        )}
        <IconButton icon="close" label={words.close} onClick={close} />
      </div>
      {profile && (
        <div class="profile-body">
          <RecordTable profile={profile} />
          <div class="block">
            <h3>{texts.statistics.byYear}</h3>
            <YearChart
              label={texts.statistics.byYear}
              help={words.yearHelp}
              kinds={kinds}
              years={bars}
              chosen={null}
              onChoose={(span: Span | null) =>
                listGames({ player: [wholeName(profile.player)], year: span ? spanFilter(span) : "" })
              }
            />
          </div>
          <Openings profile={profile} color="B" />
          <Openings profile={profile} color="W" />
          <Opponents profile={profile} />
          <Fold title={texts.novelties.title}>
            {(fold) => (
              <NoveltiesTable
                query={new URLSearchParams({ player: wholeName(profile.player) })}
                player={profile.player}
                onOpen={onOpen}
                onStop={fold}
              />
            )}
          </Fold>
        </div>
      )}
    </section>
  );
}
