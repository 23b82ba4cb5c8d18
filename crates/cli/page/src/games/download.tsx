import { apiUrl } from "../core/api.ts";
import { downloadPath } from "../core/query.ts";
import { withoutRefused } from "../core/refused.ts";
import { useLanguage } from "../text/index.ts";
import { Menu } from "../ui/menu.tsx";

/** The menu of the files in which all games of a list can be saved. */
export function DownloadMenu({ list }: { list: string }) {
  const words = useLanguage().texts.list;
  return (
    <Menu icon="download" label={words.download}>
      {(close) => (
        <ul class="menu-items">
          {(["sgf", "tgz", "csv"] as const).map((form) => (
            <li key={form}>
              <a href={apiUrl(downloadPath(withoutRefused(list), form))} download onClick={close}>
                {words.forms[form]}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Menu>
  );
}
