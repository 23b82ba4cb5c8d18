import { go, scope, placeHref } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import { showExplorer } from "../core/view.ts";
import { useLanguage } from "../text/index.ts";
import { Icon } from "./icons.tsx";

interface PlayerLinkProps {
  name: string;
  /** True for a small sign beside a name that is shown already. */
  small?: boolean;
}

/** A player's name that opens the player's page. */
export function PlayerLink({ name, small }: PlayerLinkProps) {
  const words = useLanguage().texts.profile;
  const here = useCell(scope);
  const label = words.open(name);
  return (
    <a
      class={small ? "player-link small" : "player-link"}
      href={placeHref({ ...here, profile: name })}
      data-player={name}
      aria-label={small ? label : undefined}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go({ profile: name });
        showExplorer();
      }}
    >
      {small ? <Icon name="person" /> : <bdi>{name}</bdi>}
    </a>
  );
}
