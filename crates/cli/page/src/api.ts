import { useLayoutEffect, useState } from "preact/hooks";
import { cell, useCell } from "./cell.ts";

declare global {
  interface Window {
    BGO_API?: string;
  }
}

const base = new URL(`${(window.BGO_API ?? "api/v1").replace(/\/+$/, "")}/`, document.baseURI);

/** The address of something in the API. */
export const apiUrl = (path: string): string => new URL(path, base).href;

/** The server understood and declined. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | null;
  constructor(status: number, code: string, message: string, field: string | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** What is wrong with the connection, if anything. */
export const trouble = cell<null | "lost" | "busy">(null);
/** How many requests are on their way. */
export const pending = cell(0);
/** Grows when the server is back: what was loaded before is loaded again. */
const epoch = cell(0);

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15000;
/** How many requests wait because the server was busy. */
let refused = 0;
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

/** Asks for something small until the server answers, with growing pauses. */
async function recover(): Promise<void> {
  trouble.set("lost");
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 1.6, LONGEST_PAUSE)) {
    await pause(wait);
    try {
      const response = await fetch(apiUrl("info"), { cache: "no-store" });
      await response.text();
      if (response.status < 500) break;
    } catch {
      // Not yet.
    }
  }
  recovery = null;
  trouble.set(null);
  epoch.set(epoch.get() + 1);
}

async function untilBack(signal?: AbortSignal): Promise<void> {
  recovery ??= recover();
  const back = recovery;
  await new Promise<void>((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    void back.then(resolve);
  });
}

async function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
  for (;;) {
    let response: Response;
    let text: string;
    try {
      response = await fetch(apiUrl(path), { signal, headers: { accept: "application/json" } });
      text = await response.text();
    } catch (error) {
      if (signal?.aborted) throw error;
      await untilBack(signal);
      continue;
    }
    if (response.status === 503) {
      const seconds = Number(response.headers.get("retry-after")) || 2;
      refused += 1;
      if (trouble.get() === null) trouble.set("busy");
      try {
        await pause(Math.min(seconds, 30) * 1000, signal);
      } finally {
        refused -= 1;
        if (refused === 0 && trouble.get() === "busy") trouble.set(null);
      }
      continue;
    }
    let body: unknown = null;
    try {
      body = JSON.parse(text);
    } catch {
      // Judged below.
    }
    if (response.ok && body !== null) return body as T;
    if (body === null && response.status >= 500) {
      await untilBack(signal);
      continue;
    }
    const said = (body as { error?: { code?: string; message?: string; field?: string | null } } | null)?.error;
    throw new ApiError(
      response.status,
      said?.code ?? "unknown",
      said?.message ?? `The server answered with status ${response.status}.`,
      said?.field ?? null,
    );
  }
}

/** Asks the server, and goes on asking while it is lost or busy. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  pending.set(pending.get() + 1);
  try {
    return await ask<T>(path, signal);
  } finally {
    pending.set(pending.get() - 1);
  }
}

let primed: { path: string; data: unknown } | null = null;

/** Hands an answer that is already here to the next `useAnswer` that asks for it. */
export function prime(path: string, data: unknown): void {
  primed = { path, data };
}

export interface Answer<T> {
  /** What `data` or `error` answers; not what was last asked for while `loading`. */
  path: string | null;
  data: T | null;
  error: ApiError | null;
  loading: boolean;
}

/** The answer to `path`; the one before stays until the next is here. Superseded requests are aborted. */
export function useAnswer<T>(path: string | null): Answer<T> {
  const [state, setState] = useState<Omit<Answer<T>, "loading">>({ path: null, data: null, error: null });
  const age = useCell(epoch);
  useLayoutEffect(() => {
    if (path === null) {
      setState({ path: null, data: null, error: null });
      return;
    }
    if (primed?.path === path) {
      setState({ path, data: primed.data as T, error: null });
      primed = null;
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
  }, [path, age]);
  return { ...state, loading: path !== null && state.path !== path };
}

export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, "unknown", String(error), null);

/** The epoch, for those who load by themselves. */
export const useEpoch = (): number => useCell(epoch);
