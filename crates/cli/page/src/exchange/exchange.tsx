import { useEffect, useState } from "preact/hooks";
import { useCell } from "../core/cell.ts";
import { mayChange } from "../core/permission.ts";
import type { Info } from "../core/types.ts";
import { isForImport, itemsOf } from "../import/items.ts";
import { importWindow } from "../import/shown.ts";
import { useLanguage } from "../text/index.ts";
import { IconButton } from "../ui/buttons.tsx";
import { takesText } from "../ui/field.ts";
import { lazily } from "../ui/lazily.tsx";
import { missing, notice, shownWindow } from "./shown.ts";
import { receive } from "./receive.ts";
import { CopyWindow, PasteWindow } from "./windows.tsx";

const PrintWindow = lazily(() => import("./print.tsx").then((part) => part.PrintWindow), missing(shownWindow));

/** How long a good message stays, in milliseconds. */
const STAY = 4000;

/** Positions that come by the clipboard or are dropped anywhere on the page, and what is said about them. */
export function Exchange({ info }: { info: Info | null }) {
  const window = useCell(shownWindow);
  const isOver = useArrivals(mayChange(info), info?.games === 0);
  const { texts } = useLanguage();
  return (
    <>
      {isOver && (
        <div class="drop-frame">
          <p>{texts.exchange.drop}</p>
        </div>
      )}
      {window?.kind === "paste" && <PasteWindow />}
      {window?.kind === "print" && <PrintWindow printed={window.printed} />}
      {(window?.kind === "text" || window?.kind === "picture") && <CopyWindow window={window} />}
      <Notices />
    </>
  );
}

/** Reads what is pasted or dropped; returns whether something that may be dropped is over the page. */
function useArrivals(mayImport: boolean, isEmpty: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    /** True while something of the page itself, such as a link, is dragged. */
    let isOwn = false;
    const isMine = (event: DragEvent): boolean => {
      const types = event.dataTransfer?.types ?? [];
      if (isOwn || shownWindow.get() !== null) return false;
      // Beside its field, the browser would leave the page.
      if (importWindow.get() !== null) return types.includes("Files");
      return types.includes("Files") || (types.includes("text/plain") && !takesText(event.target));
    };
    const handlers: { [K in keyof DocumentEventMap]?: (event: DocumentEventMap[K]) => void } = {
      paste(event) {
        if (takesText(event.target) || shownWindow.get() !== null) return;
        const text = event.clipboardData?.getData("text/plain") ?? "";
        const file = event.clipboardData?.files[0];
        if (text === "" && !file) return;
        event.preventDefault();
        void receive(text || (file as File));
      },
      dragstart: () => void (isOwn = true),
      dragend: () => void (isOwn = false),
      dragover(event) {
        if (!isMine(event)) return;
        event.preventDefault();
        if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
        setOver(importWindow.get() === null);
      },
      dragleave(event) {
        if (event.relatedTarget === null) setOver(false);
      },
      drop(event) {
        setOver(false);
        if (!isMine(event)) return;
        event.preventDefault();
        if (importWindow.get() !== null) return;
        if (mayImport && event.dataTransfer && (isEmpty || isForImport(event.dataTransfer))) {
          importWindow.set({ given: itemsOf(event.dataTransfer) });
          return;
        }
        const source = event.dataTransfer?.files[0] ?? event.dataTransfer?.getData("text/plain");
        if (source) void receive(source);
      },
    };
    const all = Object.entries(handlers) as [string, EventListener][];
    for (const [name, handler] of all) document.addEventListener(name, handler);
    return () => all.forEach(([name, handler]) => document.removeEventListener(name, handler));
  }, [mayImport, isEmpty]);
  return isOver;
}

/** The latest message, over the page so that nothing moves. */
function Notices() {
  const { texts } = useLanguage();
  const current = useCell(notice);
  useEffect(() => {
    if (!current || current.isBad) return;
    const timer = setTimeout(() => notice.set(null), STAY);
    return () => clearTimeout(timer);
  }, [current]);
  return (
    <>
      <div class="notice" role="status">
        {current && !current.isBad && <p>{current.text(texts)}</p>}
      </div>
      <div class="notice bad" role="alert">
        {current?.isBad && (
          <p>
            {current.text(texts)} <IconButton icon="close" label={texts.close} onClick={() => notice.set(null)} />
          </p>
        )}
      </div>
    </>
  );
}
