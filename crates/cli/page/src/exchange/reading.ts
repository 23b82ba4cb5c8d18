import { ApiError, post } from "../core/api.ts";
import type { ReadPosition } from "../core/types.ts";
import type { Texts } from "../text/en.ts";

type Problems = Texts["exchange"]["problems"];

/** The problems that the server has with texts. */
const PROBLEMS: readonly (keyof Problems)[] = [
  "unknown", "empty", "game", "size", "outside", "illegal", "word", "liberties", "sign", "condition", "ragged", "edge",
  "rows", "square", "fits", "twice", "missing",
];

/** Why a text cannot be read: the name of the sentence, and what the sentence is about. */
export class Unreadable<K extends keyof Problems = keyof Problems> extends Error {
  readonly kind: K;
  readonly details: string[];
  constructor(kind: K, ...details: Parameters<Problems[K]>) {
    super(kind);
    this.kind = kind;
    this.details = details;
  }
  sentence(problems: Problems): string {
    return (problems[this.kind] as (...details: string[]) => string)(...this.details);
  }
}

/** Reads the position in a text or a file. `size` is the board size where the text does not tell it. Throws `Unreadable`. */
export async function readPosition(text: string | Blob, size: number): Promise<ReadPosition> {
  try {
    return await post<ReadPosition>(`reading?size=${size}`, text);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.unreadable) throw error;
    const { problem, details = {} } = error.unreadable;
    const kind = PROBLEMS.find((name) => name === problem) ?? "unknown";
    throw new Unreadable(kind, ...(Object.values(details).map(String) as Parameters<Problems[keyof Problems]>));
  }
}
