import { apiUrl, ApiError, asApiError, reload } from "../core/api.ts";
import { cell } from "../core/cell.ts";
import { token } from "../core/permission.ts";
import type { Change, Problem } from "../core/types.ts";
import type { Item } from "./shown.ts";

/** How often an unfinished change is asked for, in milliseconds. */
const LOOK = 200;

/** The change that is being made, as far as this page knows. */
export const running = cell<Change | null>(null);

/** Something that could not be begun. */
export interface Refusal {
  name: string;
  error: ApiError;
}

/** What ended since the user last asked for something. It outlives the window, which may be closed meanwhile. */
export const ended = cell<(Change | Refusal)[]>([]);

/** Stops what is being sent, and what would be after it. */
let control = new AbortController();

const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };

const isRunning = (of: Change | null): boolean => of?.state === "receiving" || of?.state === "running";

/** Returns what an answer says. A proxy may have answered in place of the server. */
function read(status: number, text: string): Change | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError({ message: `The server responded with status ${status}.` });
  }
  if (status >= 300) throw new ApiError((body as { error?: Partial<Problem> }).error ?? {});
  return body as Change | null;
}

async function ask(path: string, method = "GET"): Promise<Change | null> {
  const response = await fetch(apiUrl(`changes${path}`), { method, headers, cache: "no-store" });
  return read(response.status, await response.text());
}

/** Watches a change until it ends. Another page may have begun the next one by then. */
async function watchToEnd(begun: Change | null): Promise<void> {
  let now = begun;
  while (isRunning(now)) {
    running.set(now);
    await new Promise((done) => setTimeout(done, LOOK));
    now = await ask("");
  }
  if (now && now.number === begun?.number) ended.set([...ended.get(), now]);
  reload();
}

/** Does something, and tells why if it cannot be done. */
async function attempt(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const known = error instanceof TypeError ? new ApiError({ code: "lost" }) : asApiError(error);
    ended.set([...ended.get(), { name, error: known }]);
  } finally {
    running.set(null);
  }
}

/** Lets the browser ask before a page is closed that still sends. */
const keepOpen = (event: Event): void => event.preventDefault();

function send({ name, body }: Item): Promise<Change | null> {
  const begun = { kind: "import", archive: name, state: "receiving", games: 0, bytes: 0, total_bytes: body.size } as Change;
  running.set(begun);
  window.addEventListener("beforeunload", keepOpen);
  return new Promise<Change | null>((done, fail) => {
    // `fetch` does not tell how much was sent.
    const request = new XMLHttpRequest();
    request.open("POST", apiUrl(`changes/import?name=${encodeURIComponent(name)}`));
    if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded }) => running.set({ ...begun, bytes: loaded });
    request.onload = () => {
      try {
        done(read(request.status, request.responseText));
      } catch (error) {
        fail(error);
      }
    };
    request.onerror = () => fail(new ApiError({ code: "lost" }));
    request.onabort = () => fail(new ApiError({ code: "stopped" }));
    control.signal.addEventListener("abort", () => request.abort());
    request.send(body);
  }).finally(() => window.removeEventListener("beforeunload", keepOpen));
}

/** Returns the games that the server has for those who want to try the page. */
export async function exampleGames(): Promise<Item[]> {
  const name = "example-games.tgz";
  const response = await fetch(name);
  if (!response.ok) throw new ApiError({ code: "lost" });
  return [{ name, body: await response.blob() }];
}

/** Imports what was given, one after the other. */
export async function add(given: Promise<Item[]>): Promise<void> {
  ended.set([]);
  control = new AbortController();
  let items: Item[] = [];
  await attempt("", async () => void (items = await given));
  for (const item of items) {
    if (control.signal.aborted) break;
    await attempt(item.name, async () => watchToEnd(await send(item)));
  }
}

/** Removes an archive or brings a folder up to date, with the removal of as many games as the user agreed to. */
export async function apply(what: "removal" | "sync", archive: string, agreed: number | null = null): Promise<void> {
  ended.set([]);
  const games = agreed === null ? "" : `&games=${agreed}`;
  await attempt(archive, async () => watchToEnd(await ask(`/${what}?archive=${encodeURIComponent(archive)}${games}`, "POST")));
}

/** Watches a change that is being made already, such as by another page. */
export async function watch(): Promise<void> {
  if (running.get() !== null) return;
  await attempt("", async () => {
    const now = await ask("");
    if (isRunning(now)) await watchToEnd(now);
  });
}

export async function stop(): Promise<void> {
  control.abort();
  await ask("/stop", "POST").catch(() => null);
}
