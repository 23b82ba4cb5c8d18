import { useEffect, useRef } from "preact/hooks";
import { useAnswer } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import type { Archives, Change } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { unlessOff } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { add, apply, ended, running, stop, watch } from "./changes.ts";
import { Drop } from "./drop.tsx";
import { Outcome } from "./outcome.tsx";
import { importWindow } from "./shown.ts";

/** The window to add games to the database and to remove them. */
export default function ImportWindow() {
  const { texts } = useLanguage();
  const given = useCell(importWindow)?.given ?? null;
  const current = useCell(running);
  const outcomes = useCell(ended);
  const told = useRef<HTMLDivElement>(null);
  const isOff = current !== null;
  useEffect(() => void (given ? add(given) : watch()), [given]);
  // The button that was pressed may be off or gone.
  const tell = (work: Promise<void>) => void work.then(() => told.current?.focus());
  return (
    <Dialog title={texts.import.title} onClose={() => importWindow.set(null)}>
      <Drop onGiven={(items) => void add(items)} isOff={isOff} />
      {current && <Running of={current} />}
      <div role="status" class="outcomes" ref={told} tabIndex={-1}>
        {outcomes.map((outcome, at) => (
          <Outcome key={at} of={outcome} onAgree={(of) => tell(apply(of.kind === "sync" ? "sync" : "removal", of.archive, of.would_remove))} />
        ))}
      </div>
      <Sources isOff={isOff} age={outcomes} onApply={(what, archive) => tell(apply(what, archive))} />
    </Dialog>
  );
}

function Running({ of }: { of: Change }) {
  const { texts, count, percent } = useLanguage();
  const words = texts.import;
  const share = of.total_bytes ? of.bytes / of.total_bytes : null;
  const what = of.state === "receiving" ? words.sending : words[of.kind];
  return (
    <div class="import-running">
      <p>
        {what(of.archive)} {of.games > 0 && texts.games(count(of.games))} {percent(share, 0)}
      </p>
      <progress value={share ?? undefined} aria-label={what(of.archive)} />
      <button type="button" class="tool text" onClick={() => void stop()}>
        {words.stop}
      </button>
    </div>
  );
}

interface SourcesProps {
  isOff: boolean;
  age: unknown;
  onApply(what: "removal" | "sync", archive: string): void;
}

/** The archives of the database. */
function Sources({ isOff, age, onApply }: SourcesProps) {
  const { texts, count, code } = useLanguage();
  const words = texts.import;
  const { data } = useAnswer<Archives>("archives", age);
  if (!data || data.archives.length === 0) return null;
  const archives = data.archives.toSorted((a, b) => b.imported_at.localeCompare(a.imported_at));
  const day = new Intl.DateTimeFormat(code, { dateStyle: "medium" });
  return (
    <section class="import-sources">
      <h3>{words.sources}</h3>
      <ul>
        {archives.map(({ archive, games, imported_at: at, is_folder: isFolder }) => (
          <li key={archive}>
            <bdi title={archive}>{archive}</bdi>
            <span>
              {texts.games(count(games))}, {day.format(new Date(at))}
            </span>
            {isFolder && (
              <button type="button" class="tool text" {...unlessOff(isOff, () => onApply("sync", archive))}>
                {words.update}
              </button>
            )}
            <button
              type="button"
              class="tool text"
              aria-label={words.removeNamed(archive)}
              {...unlessOff(isOff, () => onApply("removal", archive))}
            >
              {words.remove}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
