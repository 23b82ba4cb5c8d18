import { useEffect, useRef } from "preact/hooks";
import { go, isFilter, PANELS, place, queryText, scope, searchQuery } from "./core/address.ts";
import { trouble, useAnswer, version } from "./core/api.ts";
import { useCell } from "./core/cell.ts";
import type { Info, Position } from "./core/types.ts";
import { view } from "./core/view.ts";
import { Filters } from "./filters/filters.tsx";
import { Games } from "./games/games.tsx";
import { Header, Views } from "./page/header.tsx";
import { KeysWindow } from "./page/keys.tsx";
import { Progress } from "./page/progress.tsx";
import { Replay } from "./replay/replay.tsx";
import { MovesTable } from "./search/moves.tsx";
import { Search } from "./search/search.tsx";
import { useLanguage } from "./text/index.ts";
import { Tabs } from "./ui/tabs.tsx";

export function App() {
  const { texts, count } = useLanguage();
  // A step in the open game changes nothing here.
  const here = useCell(scope);
  const front = useCell(view);
  const wrong = useCell(trouble);
  // The numbers of the database change with its version, such as after an import.
  const info = useAnswer<Info>("info", useCell(version));
  const answer = useAnswer<Position>(`position${queryText(searchQuery(here))}`);
  const toFocus = useRef(false);

  useEffect(() => {
    const moves = here.moves.length;
    if (here.game === null) document.title = moves > 0 ? `${texts.page.titleMove(count(moves))} – bgo` : "bgo";
  }, [here, texts]);

  useEffect(() => {
    if (here.game === null && view.get() === "replay") view.set("board");
  }, [here.game]);

  const open = (game: number) => {
    toFocus.current = true;
    go({ game, at: null, node: null });
    view.set("replay");
  };
  const close = () => {
    const game = place.get().game;
    go({ game: null, at: null, node: null });
    view.set("games");
    requestAnimationFrame(() => {
      const row = document.querySelector<HTMLElement>(`[data-game="${game}"] a`) ?? document.getElementById("games");
      row?.focus();
    });
  };

  const isWrong = answer.error !== null && !answer.loading && isFilter(answer.error.field ?? "");
  const skips = [
    ["search", texts.search.title, "board"],
    ["games", texts.list.title, "games"],
    ["replay", texts.replay.title, "replay"],
  ] as const;
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
        {wrong && <p>{wrong === "lost" ? texts.page.lost : texts.page.busy}</p>}
      </div>
      <main data-view={front} class={here.game === null ? undefined : "with-game"}>
        <Search answer={answer} />
        <div class="explorer">
          <Filters info={info.data} error={isWrong ? answer.error : null} />
          {answer.data && <MovesTable position={answer.data} busy={answer.loading} />}
          <div class="panel">
            <Tabs
              label={texts.panel.title}
              value={here.panel}
              tabs={PANELS.map((panel) => [panel, texts.panel[panel]] as const)}
              onChoose={(panel) => go({ panel }, "replace")}
            >
              {here.panel === "games" && <Games onOpen={open} />}
            </Tabs>
          </div>
        </div>
        {here.game !== null && <Replay toFocus={toFocus} onClose={close} />}
      </main>
      <Views hasGame={here.game !== null} />
      <KeysWindow />
    </>
  );
}

/** Moves the focus to a part of the page. A link cannot, because the address holds the position. */
function focusOn(id: string): void {
  const target = document.getElementById(id);
  (target?.querySelector<HTMLElement>(".board") ?? target)?.focus();
}
