import { useEffect, useRef, useState } from "preact/hooks";
import { pending, trouble, useAnswer } from "./api.ts";
import { go, place } from "./address.ts";
import { useCell } from "./cell.ts";
import { Filters } from "./filters.tsx";
import { count, yearSpan } from "./format.ts";
import { Games } from "./games.tsx";
import { Replay } from "./replay.tsx";
import { positionPath, Search } from "./search.tsx";
import type { Info, Position } from "./types.ts";

const TROUBLES = {
  lost: "Cannot reach the server; retrying.",
  busy: "The server is busy; retrying.",
};

/** A thin line that appears while an answer is slow. */
function Progress() {
  const waiting = useCell(pending) > 0;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setSlow(false);
      return;
    }
    const timer = setTimeout(() => setSlow(true), 200);
    return () => clearTimeout(timer);
  }, [waiting]);
  return (
    <div class={slow ? "progress slow" : "progress"}>
      {slow && <span class="hidden" role="status">Loading</span>}
    </div>
  );
}

export function App() {
  const here = useCell(place);
  const wrong = useCell(trouble);
  const info = useAnswer<Info>("info");
  const wanted = positionPath(here);
  const answer = useAnswer<Position>(wanted);
  const toFocus = useRef(false);

  useEffect(() => {
    const moves = here.moves.length;
    document.title = here.game !== null ? `Game ${here.game} – bgo` : moves > 0 ? `Move ${moves} – bgo` : "bgo";
  }, [here]);

  const open = (game: number) => {
    toFocus.current = true;
    go({ game, at: null });
  };
  const close = () => {
    const game = place.get().game;
    go({ game: null, at: null });
    const row = document.querySelector<HTMLElement>(`[data-game="${game}"] a`) ?? document.getElementById("games");
    row?.focus();
  };

  const filterError = answer.error && !answer.loading ? answer.error : null;
  return (
    <>
      <Progress />
      <nav class="skips" aria-label="Skip to">
        <a href="#search" onClick={skipTo("search")}>Search board</a>
        <a href="#games" onClick={skipTo("games")}>Games</a>
        <a href="#replay" onClick={skipTo("replay")}>Replay board</a>
      </nav>
      <header class="top">
        <h1>bgo</h1>
        <p>
          {info.data
            ? `${count(info.data.games)} games, ${yearSpan(info.data.first_year, info.data.last_year)}`
            : "Go game records"}
        </p>
      </header>
      <div class="banner" role="alert">
        {wrong && <p>{TROUBLES[wrong]}</p>}
      </div>
      <main>
        <Search answer={answer} />
        <div class="middle">
          <Filters info={info.data} error={filterError} />
          <Games shown={answer.path} wanted={wanted} onOpen={open} />
        </div>
        <Replay toFocus={toFocus} onClose={close} />
      </main>
    </>
  );
}

/** Moves the focus to a part of the page. A link cannot, because the address holds the position. */
const skipTo = (id: string) => (event: Event) => {
  event.preventDefault();
  const target = document.getElementById(id);
  (target?.querySelector<HTMLElement>(".board") ?? target)?.focus();
};
