/** Returns whether what has the focus takes text, so that keys and what is pasted are for it. */
export const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=range], [type=checkbox]), select, textarea"));
