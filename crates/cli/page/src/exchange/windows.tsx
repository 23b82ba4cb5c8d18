import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLanguage } from "../text/index.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Unreadable } from "./reading.ts";
import { shownWindow, type ExchangeWindow } from "./shown.ts";
import { take } from "./receive.ts";

const close = (): void => shownWindow.set(null);

/** The window to paste or type a position, for phones and for keyboards. */
export function PasteWindow() {
  const { texts } = useLanguage();
  const words = texts.exchange;
  const [wrong, setWrong] = useState<Unreadable | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const id = useId();

  const attempt = async (source: string | File) => {
    try {
      await take(source);
      close();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      setWrong(error);
    }
  };
  const read = () => void attempt(field.current?.value ?? "");
  return (
    <Dialog title={words.pasteTitle} onClose={close}>
      <p id={`${id}help`}>{words.formats}</p>
      <textarea
        ref={field}
        autofocus
        rows={9}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-label={words.text}
        aria-describedby={`${id}help ${id}wrong`}
        aria-invalid={wrong !== null}
        onInput={() => setWrong(null)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) read();
        }}
      />
      <p class="wrong" id={`${id}wrong`} role="alert">
        {wrong?.sentence(words.problems)}
      </p>
      <div class="dialog-buttons">
        <input
          type="file"
          class="hidden"
          tabIndex={-1}
          aria-hidden="true"
          ref={file}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            // The same file may be chosen again after it was mended.
            event.currentTarget.value = "";
            if (chosen) void attempt(chosen);
          }}
        />
        <button type="button" class="tool text" onClick={() => file.current?.click()}>
          {words.file}
        </button>
        <button type="button" class="tool text main" onClick={read}>
          {words.show}
        </button>
      </div>
    </Dialog>
  );
}

/** The window to copy by hand what the browser does not let the page copy. */
export function CopyWindow({ window }: { window: Extract<ExchangeWindow, { kind: "text" | "picture" }> }) {
  const words = useLanguage().texts.exchange;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  return (
    <Dialog title={words.copyTitle} onClose={close}>
      {window.kind === "text" ? (
        <>
          <p>{words.byHand}</p>
          <textarea ref={field} autofocus rows={9} readOnly aria-label={words.text} value={window.text} />
        </>
      ) : (
        <>
          <p>{words.pictureByHand}</p>
          <img src={window.url} alt={words.picture} />
        </>
      )}
    </Dialog>
  );
}
