import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** How far a list was scrolled, by its path; only the latest list is known. */
let latest = { key: "", top: 0 };

/** Keeps a list where it was scrolled to while it is hidden, closed or loaded again; another list begins at its top. */
export function useKeptScroll(list: RefObject<HTMLElement>, key: string, isLoaded: boolean): () => void {
  const restore = () => {
    const element = list.current;
    if (!element || element.clientHeight === 0) return;
    const top = latest.key === key ? latest.top : 0;
    if (element.scrollTop !== top) element.scrollTop = top;
  };
  useLayoutEffect(restore, [key, isLoaded]);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      if (height === 0) restore();
      height = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [key]);
  return () => {
    const element = list.current;
    // An empty or a hidden list is at its top, whatever the user did.
    if (element && isLoaded && element.clientHeight > 0) latest = { key, top: element.scrollTop };
  };
}
