/**
 * Questions about a part of the board take the server longer than others. They go one after the other, those first
 * whose answers are seen first, so that the marks on the board do not wait for a list or a chart.
 */
const RANKS: [start: RegExp, rank: number][] = [
  [/^position\?/, 0],
  [/^games\?/, 1],
  [/^(position\/|years\?|tree\?|compare\?)/, 2],
];

interface Waiting {
  rank: number;
  start(): void;
}

const waiting: Waiting[] = [];
let isBusy = false;

function startNext(): void {
  if (isBusy) return;
  const first = waiting.reduce<Waiting | null>((best, one) => (best && best.rank <= one.rank ? best : one), null);
  if (!first) return;
  isBusy = true;
  waiting.splice(waiting.indexOf(first), 1);
  first.start();
}

/** Waits until a request may be sent; returns the function to call when it has ended. */
export async function turnOf(path: string, signal?: AbortSignal): Promise<() => void> {
  const rank = /[?&]area=/.test(path) ? RANKS.find(([start]) => start.test(path))?.[1] : undefined;
  if (rank === undefined) return () => {};
  await new Promise<void>((resolve, reject) => {
    const one: Waiting = { rank, start: resolve };
    waiting.push(one);
    signal?.addEventListener(
      "abort",
      () => {
        const at = waiting.indexOf(one);
        if (at >= 0) waiting.splice(at, 1);
        reject(signal.reason);
      },
      { once: true },
    );
    // What is asked in the same moment is compared before anything starts.
    setTimeout(startNext);
  });
  return () => {
    isBusy = false;
    startNext();
  };
}
