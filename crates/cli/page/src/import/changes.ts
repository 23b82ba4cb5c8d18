import { apiUrl, ApiError, reload } from "../core/api.ts";
import { cell } from "../core/cell.ts";
import { token, type Item } from "../core/permission.ts";
import type { Change, Problem } from "../core/types.ts";

/** How often an unfinished change is asked for, in milliseconds. */
const LOOK = 200;

/** The latest change of the database, as far as this page knows. */
export const change = cell<Change | null>(null);

const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };

export const isRunning = (of: Change | null): boolean => of?.state === "receiving" || of?.state === "running";

async function ask(path: string, method = "GET"): Promise<Change | null> {
  const response = await fetch(apiUrl(`changes${path}`), { method, headers, cache: "no-store" });
  const body = (await response.json()) as (Change & { error?: unknown }) | null;
  if (!response.ok) throw new ApiError((body as { error?: Partial<Problem> } | null)?.error ?? {});
  return body;
}

/** Watches the change until it ends. Returns its end. */
async function end(): Promise<Change | null> {
  for (;;) {
    const now = await ask("");
    change.set(now);
    if (!isRunning(now)) {
      reload();
      return now;
    }
    await new Promise((done) => setTimeout(done, LOOK));
  }
}

/** Asks which change is being made, such as by another page, and watches it. */
export async function watch(): Promise<void> {
  const now = await ask("");
  change.set(now);
  if (isRunning(now)) await end();
}

/** Sends something to be imported. Returns how that ended. */
export async function upload(item: Item, signal: AbortSignal): Promise<Change | null> {
  const { name, body } = item;
  const began = { kind: "import", archive: name, state: "receiving", games: 0, bytes: 0, total_bytes: body.size } as Change;
  change.set(began);
  await new Promise<void>((done, fail) => {
    // `fetch` does not tell how much was sent.
    const request = new XMLHttpRequest();
    request.open("POST", apiUrl(`changes/import?name=${encodeURIComponent(name)}`));
    if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded }) => change.set({ ...began, bytes: loaded });
    request.onload = () => {
      if (request.status < 300) return done();
      const problem = JSON.parse(request.responseText || "{}") as { error?: Partial<Problem> };
      fail(new ApiError(problem.error ?? {}));
    };
    request.onerror = () => fail(new ApiError({ code: "lost" }));
    request.onabort = () => fail(new ApiError({ code: "stopped" }));
    signal.addEventListener("abort", () => request.abort());
    request.send(body);
  });
  return end();
}

/** Removes an archive or brings a folder up to date, with the removal of at most so many games. */
export async function apply(what: "removal" | "sync", archive: string, games: number): Promise<Change | null> {
  change.set(await ask(`/${what}?archive=${encodeURIComponent(archive)}&games=${games}`, "POST"));
  return end();
}

export const stop = (): Promise<Change | null> => ask("/stop", "POST");
