import { place } from "../core/address.ts";
import { queryText, searchQuery } from "../core/query.ts";
import { useLanguage } from "../text/index.ts";
import { Menu } from "../ui/menu.tsx";
import { copyDiagram, copyLink, copyPicture, copySgf, savePng, saveSvg } from "./copy.ts";
import { shownWindow } from "./shown.ts";

function printPosition(): void {
  const here = place.get();
  const moves = here.moves.length;
  shownWindow.set({ kind: "print", printed: { path: `position/diagrams${queryText(searchQuery(here))}`, moves, at: moves, game: null } });
}

/** The menu of the ways in which a position leaves the page, and of the one in which it comes. */
export function ShareMenu() {
  const words = useLanguage().texts.exchange;
  const groups: [name: string, act: () => unknown][][] = [
    [
      [words.copyLink, copyLink],
      [words.copySgf, copySgf],
      [words.copyDiagram, copyDiagram],
      [words.copyPicture, copyPicture],
    ],
    [
      [words.saveSvg, () => saveSvg()],
      [words.savePng, () => savePng()],
    ],
    [[words.print, printPosition]],
    [[words.paste, () => shownWindow.set({ kind: "paste" })]],
  ];
  return (
    <Menu icon="share" label={words.menu}>
      {(close) =>
        groups.map((group, i) => (
          <ul key={i} class="menu-items">
            {group.map(([name, act]) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    act();
                  }}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        ))
      }
    </Menu>
  );
}
