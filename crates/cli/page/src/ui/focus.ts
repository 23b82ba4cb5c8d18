import { view } from "../core/view.ts";

/** What may take the focus; a text field would bring up the keyboard of a phone. */
const TAKES = "button:not(:disabled), a[href], input[type=range], input[type=checkbox], [tabindex='0']";
/** What has parts that take each other's place. */
const GROUPS = "tbody, ul, .block, section";

const isShown = (element: Element): boolean => element.getClientRects().length > 0;
const takersIn = (group: Element): HTMLElement[] =>
  [...group.querySelectorAll<HTMLElement>(TAKES)].filter((one) => one.tabIndex >= 0 && isShown(one));
const precedes = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/**
 * Keeps the focus on the page when what has it goes away: the nearest list or part that stays gives it to what is now
 * in the same place there, or else the board in front takes it.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  /** The groups around it, and its place in each. */
  let places: { group: Element; at: number }[] = [];

  const onFocusIn = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    last = target;
    places = [];
    for (let group = target.parentElement?.closest(GROUPS); group; group = group.parentElement?.closest(GROUPS))
      places.push({ group, at: takersIn(group).filter((one) => precedes(one, target)).length });
  };
  // A click on nothing takes the focus away on purpose.
  const onFocusOut = () =>
    queueMicrotask(() => {
      if (document.activeElement === document.body && last && isShown(last)) last = null;
    });
  const onPointerDown = () => {
    if (document.activeElement === document.body) last = null;
  };
  const restore = () => {
    const now = document.activeElement;
    if (last === null || (now && now !== document.body && isShown(now)) || isShown(last)) return;
    const inPlace = places.flatMap(({ group, at }) => {
      const all = takersIn(group);
      return all[Math.min(at, all.length - 1)] ?? [];
    });
    const board = document.querySelector<HTMLElement>(view.get() === "replay" ? "#replay .board" : "#search .board");
    (inPlace[0] ?? board)?.focus({ preventScroll: true });
  };

  const observer = new MutationObserver(restore);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-view", "hidden"] });
  const handlers = { focusin: onFocusIn, focusout: onFocusOut, pointerdown: onPointerDown };
  const all = Object.entries(handlers);
  for (const [name, handler] of all) document.addEventListener(name, handler);
  return () => {
    observer.disconnect();
    for (const [name, handler] of all) document.removeEventListener(name, handler);
  };
}
