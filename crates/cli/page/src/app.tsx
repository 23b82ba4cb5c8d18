import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { go, place, scope } from "./core/address.ts";
import { NO_STEP, PANELS } from "./core/place.ts";
import { positionPath } from "./core/query.ts";
import { trouble, useAnswer, versions } from "./core/api.ts";
import { useCell } from "./core/cell.ts";
import { NARROW, useMedia } from "./core/media.ts";
import type { Info, Position } from "./core/types.ts";
import { showExplorer, view } from "./core/view.ts";
import { useYears, yearsPath } from "./years/answer.ts";
import { Exchange } from "./exchange/exchange.tsx";
import { missing } from "./exchange/shown.ts";
import { Filters, FiltersButton } from "./filters/filters.tsx";
import { Games } from "./games/games.tsx";
import { importWindow } from "./import/shown.ts";
import { Header, Views } from "./page/header.tsx";
import { helpShown, useHelpKey } from "./page/helpshown.ts";
import { Progress } from "./page/progress.tsx";
import { Replay } from "./replay/replay.tsx";
import { Line } from "./search/line.tsx";
import { MovesTable } from "./search/movestable.tsx";
import { PatternCard } from "./search/patterncard.tsx";
import { Search } from "./search/search.tsx";
import { Statistics } from "./statistics/statistics.tsx";
import { TreePanel } from "./statistics/tree.tsx";
import { useLanguage } from "./text/index.ts";
import { keepFocus } from "./ui/focus.ts";
import { lazily } from "./ui/lazily.tsx";
import { Tabs } from "./ui/tabs.tsx";

const EmptyDatabase = lazily(() => import("./page/emptydatabase.tsx").then((part) => part.default));
const HelpWindow = lazily(() => import("./page/help.tsx").then((part) => part.default), missing(helpShown));
const ImportWindow = lazily(() => import("./import/window.tsx").then((part) => part.default), missing(importWindow));
const ProfilePage = lazily(() => import("./profile/profile.tsx").then((part) => part.ProfilePage));

export function App() {
  const { texts, count } = useLanguage();
  // A step in the open game changes nothing here.
  const here = useCell(scope);
  const front = useCell(view);
  const wrong = useCell(trouble);
  const isImportShown = useCell(importWindow) !== null;
  const isHelpShown = useCell(helpShown) !== null;
  // The numbers of the database change with its version, such as after an import.
  const info = useAnswer<Info>("info", useCell(versions));
  const answer = useAnswer<Position>(positionPath(here));
  // A narrow table has no room for the trends.
  const hasTrends = useMedia("(min-width: 480px)");
  const isNarrow = useMedia(NARROW);
  const years = useYears(here, answer, here.profile === null && (hasTrends || here.panel === "statistics"));
  /** The years of the position of the table, which stays while the next one is awaited. */
  const known = answer.loading || years.path === yearsPath(here) ? years.data : null;
  const toFocus = useRef(false);

  useEffect(() => {
    const moves = here.moves.length;
    if (here.profile !== null) document.title = `${here.profile} – bgo`;
    else if (here.game === null) document.title = moves > 0 ? `${texts.page.titleMove(count(moves))} – bgo` : "bgo";
  }, [here, texts]);

  const isUntilClosed = info.data?.until_closed;
  useEffect(() => {
    if (isUntilClosed) void import("./page/presence.ts").then(({ stay }) => stay());
  }, [isUntilClosed]);

  useLayoutEffect(keepFocus, []);
  useHelpKey();

  useLayoutEffect(() => {
    if (here.game === null && view.get() === "replay") view.set("board");
  }, [here.game]);

  useLayoutEffect(() => {
    if (here.profile !== null) showExplorer();
  }, [here.profile]);

  const open = (game: number, step = NO_STEP) => {
    toFocus.current = true;
    go({ game, ...step });
    view.set("replay");
  };
  const close = () => {
    const game = place.get().game;
    go({ game: null, ...NO_STEP });
    view.set("games");
    requestAnimationFrame(() => {
      const row = document.querySelector<HTMLElement>(`[data-game="${game}"] .row-button`) ?? document.getElementById("games");
      row?.focus();
    });
  };

  const skips = [
    ["search", texts.search.title, "board"],
    ["games", texts.list.title, "games"],
    ["replay", texts.replay.title, "replay"],
  ] as const;
  const filters = info.data?.games !== 0 && <Filters key="filters" info={info.data} answer={answer} />;
  const pattern = <PatternCard key="pattern" answer={answer} />;
  return (
    <>
      <Progress />
      <nav class="skips" aria-label={texts.page.skipTo}>
        {skips
          .filter(([id]) => id !== "replay" || here.game !== null)
          .map(([id, name, part]) => (
            <a
              key={id}
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                view.set(part);
                requestAnimationFrame(() => focusOn(id));
              }}
            >
              {name}
            </a>
          ))}
      </nav>
      <Header info={info.data} />
      <div class="banner" role="alert">
        {wrong && <p>{texts.page[wrong]}</p>}
      </div>
      <main data-view={front} class={here.game === null ? undefined : "with-game"}>
        <Search answer={answer} />
        <div class="explorer">
          {(!isNarrow || here.profile !== null) && filters}
          {info.data?.games === 0 ? (
            <EmptyDatabase info={info.data} />
          ) : here.profile !== null ? (
            <ProfilePage key={here.profile} name={here.profile} onOpen={open} />
          ) : (
            <>
              {!isNarrow && pattern}
              <div class="line-row">
                <Line />
                {isNarrow && <FiltersButton />}
              </div>
              <MovesTable position={answer.data} busy={answer.loading} years={known} />
              {isNarrow && [filters, pattern]}
              <div class="panel">
                <Tabs
                  label={texts.panel.title}
                  value={here.panel}
                  tabs={PANELS.map((panel) => [panel, texts.panel[panel]] as const)}
                  onChoose={(panel) => go({ panel }, "replace")}
                >
                  {here.panel === "games" && <Games onOpen={open} />}
                  {here.panel === "statistics" && <Statistics position={answer} years={years} onOpen={open} />}
                  {here.panel === "tree" && <TreePanel position={answer} />}
                </Tabs>
              </div>
            </>
          )}
        </div>
        {here.game !== null && <Replay toFocus={toFocus} onClose={close} />}
      </main>
      <Views hasGame={here.game !== null} />
      <Exchange info={info.data} />
      {isImportShown && <ImportWindow />}
      {isHelpShown && <HelpWindow info={info.data} />}
    </>
  );
}

/** Moves the focus to a part of the page. A link cannot, because the address holds the position. */
function focusOn(id: string): void {
  const target = document.getElementById(id);
  (target?.querySelector<HTMLElement>(".board") ?? target)?.focus();
}
