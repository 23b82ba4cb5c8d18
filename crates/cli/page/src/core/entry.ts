/** What the current entry of the browser's history keeps beside its address. */
interface Kept {
  /** The moves on the search board and after them those taken back. */
  line?: unknown;
  /** The part of the page in front. */
  view?: unknown;
}

let kept: Kept = (history.state as Kept | null) ?? {};
/** The address of the current entry, if it is not yet written. */
let unwritten: string | null = null;
let timer = 0;

/** Browsers refuse to change an entry too often, Safari more than 100 times in 30 seconds. */
const MOST = 40;
const REFILL = 500;
let budget = MOST;
let counted = performance.now();

function write(): void {
  clearTimeout(timer);
  timer = 0;
  if (unwritten === null) return;
  budget -= 1;
  history.replaceState(kept, "", unwritten);
  unwritten = null;
}

export const keptEntry = (): Kept => kept;

/** Changes the current entry: soon, if it was changed often of late. */
export function changeEntry(change: Kept, address = unwritten ?? location.href): void {
  kept = { ...kept, ...change };
  unwritten = address;
  const now = performance.now();
  budget = Math.min(MOST, budget + (now - counted) / REFILL);
  counted = now;
  if (budget >= 1) write();
  else if (timer === 0) timer = window.setTimeout(write, REFILL);
}

/** Adds an entry after the current one. */
export function addEntry(change: Kept, address: string): void {
  write();
  kept = { ...kept, ...change };
  history.pushState(kept, "", address);
}

window.addEventListener("pagehide", write);
window.addEventListener("popstate", (event) => {
  clearTimeout(timer);
  timer = 0;
  unwritten = null;
  kept = (event.state as Kept | null) ?? {};
});
