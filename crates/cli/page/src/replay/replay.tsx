import { useEffect, useRef, type MutableRef } from "preact/hooks";
import { place } from "../core/address.ts";
import { NO_STEP, type Step } from "../core/place.ts";
import { positionQuery, queryText } from "../core/query.ts";
import { useAnswer } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import type { Game, Variations } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { problemText } from "../text/problems.ts";
import { IconButton } from "../ui/buttons.tsx";
import { lazily } from "../ui/lazily.tsx";

const load = () => import("./opengame.tsx").then((part) => part.OpenGame);
const OpenGame = lazily(load);

interface ReplayProps {
  /** True to move the focus to the board as soon as its game is loaded. */
  toFocus: MutableRef<boolean>;
  onClose(): void;
}

/** The open game. */
export function Replay({ toFocus, onClose }: ReplayProps) {
  const { texts } = useLanguage();
  // The code comes while the game is awaited.
  useEffect(() => void load().catch(() => {}), []);
  const here = useCell(place);
  // A game is turned like the search board when it opens, and keeps its orientation when the search board changes.
  const opened = useRef<{ game: number | null; query: string }>({ game: null, query: "" });
  if (here.game !== opened.current.game || here.at === null)
    opened.current = { game: here.game, query: queryText(positionQuery(here)) };
  const path = here.game === null ? null : `games/${here.game}`;
  const { query } = opened.current;
  const answer = useAnswer<Game>(path && path + query);
  // Until the next game is there, the previous one stays as it is, so that the page does not flicker.
  const latest = useRef<Step>(NO_STEP);
  const isThere = answer.data?.game === here.game;
  if (isThere && !answer.loading) latest.current = { at: here.at, node: here.node, own: here.own };
  const game = answer.data;
  const others = useAnswer<Variations>(isThere && game && game.variations > 0 ? `${path}/variations${query}` : null);

  return (
    <section class="replay" aria-labelledby="replay-heading" id="replay" tabIndex={-1} aria-busy={answer.loading}>
      <h2 id="replay-heading" class="hidden">
        {texts.replay.title}
      </h2>
      {answer.error && !answer.loading && (
        <div class="section-head">
          <p class="status wrong" role="status">
            {problemText(texts, answer.error)}
          </p>
          {!game && <IconButton icon="close" label={texts.replay.close} onClick={onClose} />}
        </div>
      )}
      {game && (
        <OpenGame
          game={game}
          variations={others.loading ? null : others.data}
          wanted={here}
          current={!answer.loading}
          frozen={isThere ? null : latest.current}
          toFocus={toFocus}
          onClose={onClose}
        />
      )}
    </section>
  );
}
