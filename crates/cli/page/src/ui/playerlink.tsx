import { go, scope } from "../core/address.ts";
import { placeHref } from "../core/link.ts";
import { useCell } from "../core/cell.ts";
import { showExplorer } from "../core/view.ts";
import { useLanguage } from "../text/index.ts";

/** A player's name that opens the player's page. */
export function PlayerLink({ name }: { name: string }) {
  const words = useLanguage().texts.profile;
  const here = useCell(scope);
  return (
    <a
      class="player-link"
      href={placeHref({ ...here, profile: name })}
      data-player={name}
      title={words.open(name)}
      onClick={(event) => {
        event.stopPropagation();
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go({ profile: name });
        showExplorer();
      }}
    >
      <bdi>{name}</bdi>
    </a>
  );
}
