import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLanguage } from "../text/index.ts";

/**
 * Returns a component whose code is loaded when it is first drawn; until then, nothing is in its place. Another version
 * of the server has no such code; that is told in its place, or by `onMissing`.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>, onMissing?: () => void): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const { texts } = useLanguage();
    const [Part, setPart] = useState(() => loaded);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (!loaded) load().then((part) => setPart(() => (loaded = part)), onMissing ?? (() => setMissing(true)));
    }, []);
    return Part ? <Part {...props} /> : isMissing && <p class="note">{texts.page.notLoaded}</p>;
  };
}
