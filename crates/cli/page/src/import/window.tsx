import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, useAnswer } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import { importWindow, type Item } from "../core/permission.ts";
import type { Archives, Change } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { Dialog } from "../ui/dialog.tsx";
import { apply, change, isRunning, stop, upload, watch } from "./changes.ts";
import { itemsOf } from "./items.ts";
import { Outcome } from "./outcome.tsx";

/** The window to add games to the database and to remove them. */
export default function ImportWindow() {
  const { texts } = useLanguage();
  const words = texts.import;
  const given = useCell(importWindow)?.given ?? null;
  const current = useCell(change);
  const [ended, setEnded] = useState<Change[]>([]);
  const [wrong, setWrong] = useState<string | null>(null);
  const stopped = useRef<AbortController | null>(null);

  const run = async (work: () => Promise<Change | null>): Promise<boolean> => {
    setWrong(null);
    try {
      const end = await work();
      if (end) setEnded((before) => [...before, end]);
      return end?.state === "done";
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "lost";
      setWrong(words.problems[code as keyof typeof words.problems] ?? (error as Error).message);
      change.set(null);
      return false;
    }
  };
  const add = async (items: Promise<Item[]>) => {
    setEnded([]);
    const control = (stopped.current = new AbortController());
    for (const item of await items) {
      if (control.signal.aborted) break;
      await run(() => upload(item, control.signal));
    }
  };
  useEffect(() => {
    if (given) void add(given);
    else void run(() => watch().then(() => null));
  }, [given]);

  const busy = isRunning(current);
  return (
    <Dialog title={words.title} onClose={() => importWindow.set(null)}>
      <Drop onGiven={(items) => void add(items)} isOff={busy} />
      {busy && current && (
        <Running
          of={current}
          onStop={() => {
            stopped.current?.abort();
            void stop();
          }}
        />
      )}
      <div role="status" class="outcomes">
        {ended.map((end) => (
          <Outcome
            key={end.number}
            of={end}
            onAgree={() => {
              setEnded([]);
              void run(() => apply(end.kind as "removal" | "sync", end.archive, end.would_remove ?? 0));
            }}
          />
        ))}
      </div>
      <p class="wrong" role="alert">
        {wrong}
      </p>
      <Sources
        isOff={busy}
        age={ended.length}
        onApply={(what, archive) => {
          setEnded([]);
          void run(() => apply(what, archive, 0));
        }}
      />
    </Dialog>
  );
}

/** The place to drop files and folders, with buttons to choose them. */
function Drop({ onGiven, isOff }: { onGiven(items: Promise<Item[]>): void; isOff: boolean }) {
  const words = useLanguage().texts.import;
  const inputs = { files: useRef<HTMLInputElement>(null), folder: useRef<HTMLInputElement>(null) };
  const input = (kind: keyof typeof inputs) => (
    <>
      <input
        type="file"
        class="hidden"
        tabIndex={-1}
        aria-hidden="true"
        multiple
        {...{ webkitdirectory: kind === "folder" }}
        ref={inputs[kind]}
        onChange={(event) => {
          const chosen = event.currentTarget.files;
          if (chosen && chosen.length > 0) onGiven(itemsOf(chosen));
          // The same may be chosen again.
          event.currentTarget.value = "";
        }}
      />
      <button type="button" class="tool text" disabled={isOff} onClick={() => inputs[kind].current?.click()}>
        {words[kind]}
      </button>
    </>
  );
  return (
    <div
      class="import-drop"
      onDragOver={(event) => {
        if (!isOff) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        if (!isOff && event.dataTransfer) onGiven(itemsOf(event.dataTransfer));
      }}
    >
      <p>{words.drop}</p>
      <div class="dialog-buttons">
        {input("files")}
        {input("folder")}
      </div>
    </div>
  );
}

function Running({ of, onStop }: { of: Change; onStop(): void }) {
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
      <button type="button" class="tool text" onClick={onStop}>
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
              <button type="button" class="tool text" disabled={isOff} onClick={() => onApply("sync", archive)}>
                {words.update}
              </button>
            )}
            <button
              type="button"
              class="tool text"
              disabled={isOff}
              aria-label={words.removeNamed(archive)}
              onClick={() => onApply("removal", archive)}
            >
              {words.remove}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
