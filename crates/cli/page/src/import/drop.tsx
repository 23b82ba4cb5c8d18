import { useRef } from "preact/hooks";
import { useLanguage } from "../text/index.ts";
import { unlessOff } from "../ui/buttons.tsx";
import { itemsOf } from "./items.ts";
import type { Item } from "./shown.ts";

/** The place to drop files and folders, with buttons to choose them. */
export function Drop({ onGiven, isOff = false }: { onGiven(items: Promise<Item[]>): void; isOff?: boolean }) {
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
      <button type="button" class="tool text" {...unlessOff(isOff, () => inputs[kind].current?.click())}>
        {words[kind]}
      </button>
    </>
  );
  return (
    <div
      class="import-drop"
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
