import { WinBar } from "../ui/winbar.tsx";
import { useLanguage } from "../text/index.ts";
import { Icon, Stone } from "../ui/icons.tsx";
import type { TreeRow } from "./treerows.ts";

interface TreeRowViewProps {
  row: TreeRow;
  name: string;
  isActive: boolean;
  /** The mouse is over the row. */
  onPoint(): void;
  onFocus(byKey: boolean): void;
  onToggle(): void;
  onPlay(): void;
}

/** A move of the tree with its numbers. */
export function TreeRowView({ row, name, isActive, onPoint, onFocus, onToggle, onPlay }: TreeRowViewProps) {
  const { texts, count, percent } = useLanguage();
  const words = texts.tree;
  const { branch, isOpen } = row;
  const level = row.line.length;
  const canOpen = branch.next_moves.length > 0;
  return (
    <tr
      class="clickable"
      data-line={row.id}
      tabIndex={isActive ? 0 : -1}
      aria-level={level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={canOpen ? isOpen : undefined}
      onPointerEnter={(event) => event.pointerType === "mouse" && onPoint()}
      onFocus={(event) => onFocus(event.currentTarget.matches(":focus-visible"))}
      onClick={onPlay}
    >
      <td role="gridcell">
        <span class="branch" style={{ "--level": level - 1 }}>
          {canOpen ? (
            <button
              type="button"
              class="fold"
              tabIndex={-1}
              aria-label={isOpen ? words.fold(name) : words.unfold(name)}
              onClick={(event) => {
                event.stopPropagation();
                onToggle();
              }}
            >
              <Icon name={isOpen ? "down" : "right"} />
            </button>
          ) : (
            <span class="fold" />
          )}
          <Stone color={branch.color} />
          <span class="hidden">{texts.ofColor(branch.color)} </span>
          <span class="branch-name">{name}</span>
        </span>
      </td>
      <td role="gridcell" class="number">
        {count(branch.games)}
        <OtherOrders games={branch.other_orders ?? 0} />
      </td>
      <td role="gridcell" class="number">
        {percent(branch.share)}
      </td>
      <td role="gridcell">
        <WinBar tally={branch} />
      </td>
    </tr>
  );
}

/** The sign of a move after which other games join; without it, its room stays, so that the numbers stand in line. */
function OtherOrders({ games }: { games: number }) {
  const { texts, count } = useLanguage();
  const told = texts.tree.otherOrders(count(games));
  return (
    <span class="other-orders" title={games > 0 ? told : undefined}>
      {games > 0 && (
        <>
          <span aria-hidden="true">*</span>
          <span class="hidden"> {told}</span>
        </>
      )}
    </span>
  );
}
