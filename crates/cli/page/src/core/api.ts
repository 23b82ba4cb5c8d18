import { useLayoutEffect, useState } from "preact/hooks";
import { cell, useCell } from "./cell.ts";
import { turnOf } from "./queue.ts";
import { refuse, withoutRefused } from "./refused.ts";
import type { Problem } from "./types.ts";

declare global {
  interface Window {
    BGO_API?: string;
  }
}

const base = new URL(`${(window.BGO_API ?? "api/v1").replace(/\/+$/, "")}/`, document.baseURI);

/** Returns the absolute address of a path of the API. */
export const apiUrl = (path: string): string => new URL(path, base).href;

/** An answer that says why the server declined a request. */
export class ApiError extends Error implements Problem {
  readonly code: string;
  readonly field: string | null;
  readonly similar: string[];
  readonly unreadable: Problem["unreadable"];
  constructor({ code = "unknown", message = "", field = null, similar = [], unreadable }: Partial<Problem>) {
    super(message);
    this.code = code;
    this.field = field;
    this.similar = similar;
    this.unreadable = unreadable;
  }
}

/** The current problem with the connection, if any. */
export const trouble = cell<null | "lost" | "busy" | "ended">(null);
/** The number of requests without an answer yet. */
export const pending = cell(0);
/** The version of the database that the latest answer came from, as the server names it. */
let version: string | null = null;
/** The number of versions after the first. */
export const versions = cell(0);
/** Increases when a lost server returns and when the database was changed, so that components load their data again. */
const epoch = cell(0);

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15000;
/** The number of requests that wait because the server was busy. */
let waiting = 0;
let recovery: Promise<void> | null = null;

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      signal?.removeEventListener("abort", abort);
      resolve();
    };
    const abort = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      reject(signal?.reason);
    };
    const timer = setTimeout(done, ms);
    window.addEventListener("online", done, { once: true });
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Sends a small request, with growing pauses, until the server answers. */
async function recover(): Promise<void> {
  if (trouble.get() !== "ended") trouble.set("lost");
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 1.6, LONGEST_PAUSE)) {
    await pause(wait);
    try {
      const response = await fetch(apiUrl("info"), { cache: "no-store" });
      await response.text();
      if (response.status < 500) break;
    } catch {
      // The server is still lost.
    }
  }
  recovery = null;
  trouble.set(null);
  epoch.set(epoch.get() + 1);
}

/** Waits for a lost server. */
export async function untilBack(signal?: AbortSignal): Promise<void> {
  recovery ??= recover();
  const back = recovery;
  await new Promise<void>((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    void back.then(resolve);
  });
}

function noteVersion(next: string | null): void {
  const isChange = version !== null && next !== version;
  version = next;
  if (isChange) versions.set(versions.get() + 1);
}

async function ask<T>(path: string, signal?: AbortSignal, body?: string | Blob): Promise<T> {
  for (;;) {
    let response: Response;
    let text: string;
    try {
      const method = body === undefined ? "GET" : "POST";
      response = await fetch(apiUrl(path), { method, body, signal, headers: { accept: "application/json" } });
      text = await response.text();
    } catch (error) {
      if (signal?.aborted) throw error;
      await untilBack(signal);
      continue;
    }
    if (response.status === 503) {
      const seconds = Number(response.headers.get("retry-after")) || 2;
      waiting += 1;
      if (trouble.get() === null) trouble.set("busy");
      try {
        await pause(Math.min(seconds, 30) * 1000, signal);
      } finally {
        waiting -= 1;
        if (waiting === 0 && trouble.get() === "busy") trouble.set(null);
      }
      continue;
    }
    let answer: unknown = null;
    try {
      answer = response.headers.get("content-type") === "image/svg+xml" ? text : JSON.parse(text);
    } catch {
      // Handled below: the answer is null.
    }
    if (response.ok && answer !== null) {
      noteVersion(response.headers.get("etag") ?? version);
      return answer as T;
    }
    if (answer === null && response.status >= 500) {
      await untilBack(signal);
      continue;
    }
    const problem = (answer as { error?: Partial<Problem> } | null)?.error;
    throw new ApiError(problem ?? { message: `The server responded with status ${response.status}.` });
  }
}

/** Sends a request, without the conditions that the server refuses. */
async function askWithoutRefused<T>(path: string, signal?: AbortSignal): Promise<T> {
  for (let asked = withoutRefused(path); ; ) {
    try {
      return await ask<T>(asked, signal);
    } catch (error) {
      const next = error instanceof ApiError && !signal?.aborted ? refuse(asked, error) : null;
      if (next === null) throw error;
      asked = next;
    }
  }
}

/**
 * Sends a request, and repeats it while the server is lost or busy. A condition that the server refuses is left out
 * and told beside its field (`refused`), so that it does not empty the page.
 */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  pending.set(pending.get() + 1);
  let end = (): void => {};
  try {
    end = await turnOf(path, signal);
    return await askWithoutRefused<T>(path, signal);
  } finally {
    end();
    pending.set(pending.get() - 1);
  }
}

/** Sends a text or a file, and repeats it while the server is lost or busy. */
export async function post<T>(path: string, body: string | Blob): Promise<T> {
  pending.set(pending.get() + 1);
  try {
    return await ask<T>(path, undefined, body);
  } finally {
    pending.set(pending.get() - 1);
  }
}

export interface Answer<T> {
  /** The path that `data` or `error` belongs to; while `loading`, not the path last requested. */
  path: string | null;
  data: T | null;
  error: ApiError | null;
  loading: boolean;
}

/** Requests `path`, again whenever `age` changes. The previous answer stays until the new one arrives; superseded requests are aborted. */
export function useAnswer<T>(path: string | null, age: unknown = null): Answer<T> {
  const [state, setState] = useState<Omit<Answer<T>, "loading">>({ path: null, data: null, error: null });
  const returns = useCell(epoch);
  useLayoutEffect(() => {
    if (path === null) {
      setState({ path: null, data: null, error: null });
      return;
    }
    const control = new AbortController();
    get<T>(path, control.signal).then(
      (data) => setState({ path, data, error: null }),
      (error: unknown) => {
        if (control.signal.aborted) return;
        setState({ path, data: null, error: asApiError(error) });
      },
    );
    return () => control.abort();
  }, [path, age, returns]);
  return { ...state, loading: path !== null && state.path !== path };
}

export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError({ message: String(error) });

/** Lets components load their data again, after a change of the database. */
export const reload = (): void => epoch.set(epoch.get() + 1);

/** Returns the epoch, for components that load data without `useAnswer`. */
export const useEpoch = (): number => useCell(epoch);
