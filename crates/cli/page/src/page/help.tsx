import { useCell } from "../core/cell.ts";
import { TOUCH_ONLY, useMedia } from "../core/media.ts";
import type { Info } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Guide } from "./guide.tsx";
import { helpShown } from "./helpshown.ts";
import { Keys } from "./keys.tsx";

/** A window that says what the page shows and what its keys do. */
export default function HelpWindow({ info }: { info: Info | null }) {
  const { texts } = useLanguage();
  const part = useCell(helpShown) ?? "guide";
  const guide = <Guide info={info} />;
  return (
    <Dialog title={texts.help.title} onClose={() => helpShown.set(null)}>
      {/* Without a keyboard, keys tell nothing. */}
      {useMedia(TOUCH_ONLY) ? (
        guide
      ) : (
        <Tabs
          label={texts.help.title}
          value={part}
          tabs={[
            ["guide", texts.help.guide],
            ["keys", texts.keys.title],
          ]}
          onChoose={(chosen) => helpShown.set(chosen)}
        >
          {part === "guide" ? guide : <Keys />}
        </Tabs>
      )}
    </Dialog>
  );
}
