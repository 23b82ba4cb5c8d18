import { useState } from "preact/hooks";
import { useMoveName } from "../board/names.ts";
import { go } from "../core/address.ts";
import { NO_FILTERS, wholeName } from "../core/place.ts";
import type { Opening, Profile } from "../core/types.ts";
import { view } from "../core/view.ts";
import type { Color } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";
import { Stone } from "../ui/icons.tsx";
import { Thumbnail } from "./thumbnail.tsx";

interface OpeningsProps {
  profile: Profile;
  color: Color;
}

/** How many openings are listed at first. */
const FEW = 6;

/** How a player opens with a colour; a click shows the position and the player's games with it. */
export function Openings({ profile, color }: OpeningsProps) {
  const { texts, count } = useLanguage();
  const words = texts.profile;
  const openings = color === "B" ? profile.openings.black : profile.openings.white;
  const size = profile.board_size;
  const id = `openings-${color}`;
  const [isAll, setAll] = useState(false);
  const show = (moves: string[]) => {
    const filter = { [color === "B" ? "black" : "white"]: wholeName(profile.player) };
    const start = { size, stones: "", toPlay: "B" as const, area: null, wildcards: [] };
    go({ ...start, moves, profile: null, all: false, filters: { ...NO_FILTERS, ...filter } });
    view.set("board");
  };
  return (
    <div class="block">
      <h3 id={id}>
        <Stone color={color} /> {words.openings(color)}
      </h3>
      {openings.length === 0 && <p class="nothing">{words.noOpenings}</p>}
      <ul class="openings" aria-labelledby={id}>
        {(isAll ? openings : openings.slice(0, FEW)).map((opening) => (
          <li key={opening.moves.join()}>
            <OpeningButton opening={opening} size={size} onClick={() => show(opening.moves)} />
          </li>
        ))}
      </ul>
      {!isAll && openings.length > FEW && (
        <button type="button" class="link more" onClick={() => setAll(true)}>
          {words.more(count(openings.length - FEW))}
        </button>
      )}
    </div>
  );
}

function OpeningButton({ opening, size, onClick }: { opening: Opening; size: number; onClick(): void }) {
  const { texts, count, percent } = useLanguage();
  const nameOf = useMoveName(size);
  const { moves, games, wins } = opening;
  const names = moves.map(nameOf).join(" ");
  return (
    <button type="button" class="opening" data-moves={moves.join()} onClick={onClick}>
      <span class="thumbnail" aria-hidden="true">
        <Thumbnail size={size} moves={moves} />
      </span>
      <span class="opening-text">
        <strong>{names}</strong>
        <span>{texts.games(count(games))}</span>
        <small>{texts.statistics.won(percent(games ? wins / games : null, 0))}</small>
      </span>
    </button>
  );
}
