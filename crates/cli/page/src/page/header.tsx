import { useCell } from "../core/cell.ts";
import { mayChange } from "../core/permission.ts";
import { choose, settings, SETTINGS, type Settings } from "../core/settings.ts";
import type { Info } from "../core/types.ts";
import { view, type View } from "../core/view.ts";
import { importWindow } from "../import/shown.ts";
import { LANGUAGES, useLanguage, yearSpan } from "../text/index.ts";
import { IconButton, Segments } from "../ui/buttons.tsx";
import { Logo } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { helpShown } from "./helpshown.ts";

/** The line at the top: the program, the database, and the settings. */
export function Header({ info }: { info: Info | null }) {
  const { texts, count } = useLanguage();
  return (
    <header class="top">
      <Logo />
      <div class="name">
        <h1>bgo</h1>
        <p class="database">
          {info &&
            (info.games === 0
              ? texts.empty.title
              : `${texts.games(count(info.games))}, ${yearSpan(info.first_year, info.last_year, texts)}`)}
        </p>
        <p class="description">{texts.page.description}</p>
      </div>
      {mayChange(info) && (
        <IconButton icon="add" label={texts.import.open} onClick={() => importWindow.set({ given: null })} />
      )}
      <IconButton icon="help" label={texts.help.title} onClick={() => helpShown.set("guide")} />
      <Menu icon="menu" label={texts.page.menu}>
        {(close) => (
          <>
            <SettingsForm />
            {info?.until_closed && (
              <button
                type="button"
                class="tool text quit"
                onClick={() => {
                  close();
                  void import("./presence.ts").then(({ quit }) => quit());
                }}
              >
                {texts.page.quit}
              </button>
            )}
          </>
        )}
      </Menu>
    </header>
  );
}

function SettingsForm() {
  const { texts } = useLanguage();
  const words = texts.settings;
  return (
    <div class="settings">
      <Setting name="theme" label={words.theme} names={words.themes} />
      <Setting name="board" label={words.board} names={words.boards} />
      <Setting name="marks" label={words.marks} names={words.markNames} />
      <Setting name="coordinates" label={words.coordinates} names={words.coordinateNames} />
      <Setting name="language" label={words.language} names={{ auto: words.automatic, ...LANGUAGES }} />
    </div>
  );
}

interface SettingProps<K extends keyof Settings> {
  name: K;
  label: string;
  names: Record<Settings[K], string>;
}

/** A setting with all its choices. */
export function Setting<K extends keyof Settings>({ name, label, names }: SettingProps<K>) {
  const value = useCell(settings)[name];
  return (
    <div class="setting">
      <p>{label}</p>
      <Segments
        label={label}
        value={value}
        choices={SETTINGS[name].map((choice) => [choice, names[choice]] as const)}
        onChoose={(choice) => choose(name, choice)}
      />
    </div>
  );
}

/** The buttons that bring a part of the page to the front where there is no room for all. */
export function Views({ hasGame }: { hasGame: boolean }) {
  const { texts } = useLanguage();
  const current = useCell(view);
  const views: [View, string][] = [
    ["board", texts.page.board],
    ["games", texts.page.games],
    ["replay", texts.page.replay],
  ];
  return (
    <nav class={hasGame ? "views with-game" : "views"} aria-label={texts.page.tabs}>
      {views.map(([part, name]) => (
        <button
          key={part}
          type="button"
          data-part={part}
          aria-current={part === current ? "true" : undefined}
          disabled={part === "replay" && !hasGame}
          onClick={() => {
            view.set(part);
            window.scrollTo(0, 0);
          }}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}
