import { go, scope } from "../core/address.ts";
import { placeHref } from "../core/link.ts";
import { useCell } from "../core/cell.ts";
import { showExplorer } from "../core/view.ts";
import { useLanguage } from "../text/index.ts";

/** Returns whether a click on a link asks for no new tab or window. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;

/** Shows the page of a player. */
export function openPlayer(name: string): void {
  go({ profile: name });
  showExplorer();
}

/** A player's name that opens the player's page. `isQuiet` if Tab passes it over, where there is another way to the page. */
export function PlayerLink({ name, isQuiet = false }: { name: string; isQuiet?: boolean }) {
  const words = useLanguage().texts.profile;
  const here = useCell(scope);
  return (
    <a
      class="player-link"
      href={placeHref({ ...here, profile: name })}
      data-player={name}
      tabIndex={isQuiet ? -1 : undefined}
      title={words.open(name)}
      onClick={(event) => {
        event.stopPropagation();
        if (!isPlainClick(event)) return;
        event.preventDefault();
        openPlayer(name);
      }}
    >
      <bdi>{name}</bdi>
    </a>
  );
}
