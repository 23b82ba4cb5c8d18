import { useEffect, useState } from "preact/hooks";
import { pending } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import { useLanguage } from "../text/index.ts";

/** A thin line that appears while an answer is slow. */
export function Progress() {
  const { texts } = useLanguage();
  const isWaiting = useCell(pending) > 0;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) {
      setSlow(false);
      return;
    }
    const timer = setTimeout(() => setSlow(true), 200);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return (
    <div class={isSlow ? "progress slow" : "progress"}>
      {isSlow && (
        <span class="hidden" role="status">
          {texts.loading}
        </span>
      )}
    </div>
  );
}
