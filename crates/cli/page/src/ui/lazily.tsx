import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Returns a component whose code is loaded when it is first drawn; until then, nothing is in its place. */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      // Without an answer, drawing it anew asks again.
      if (!loaded) load().then((part) => setPart(() => (loaded = part)), () => {});
    }, []);
    return Part && <Part {...props} />;
  };
}
