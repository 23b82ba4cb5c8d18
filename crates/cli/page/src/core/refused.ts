import { place } from "./address.ts";
import { cell } from "./cell.ts";
import { isFilter, type Filters } from "./place.ts";
import type { Problem } from "./types.ts";

/** A condition that the server cannot meet, such as a name that nobody has. Questions are asked without it. */
export interface Refused {
  name: keyof Filters;
  value: string;
  problem: Problem;
  /** The other end of a span of dates in the wrong order. */
  to: string;
}

export const refused = cell<readonly Refused[]>([]);

const parsed = (path: string): [address: string, query: URLSearchParams] => {
  const [address = "", query = ""] = path.split("?", 2);
  return [address, new URLSearchParams(query)];
};

function without(path: string, conditions: readonly Refused[]): string {
  const [address, query] = parsed(path);
  for (const { name, value } of conditions) query.delete(name, value);
  return query.size > 0 ? `${address}?${query}` : address;
}

/** Returns the path without the conditions that were refused before. */
export function withoutRefused(path: string): string {
  if (refused.get().length === 0) return path;
  const [, query] = parsed(path);
  const known = refused.get().filter(
    ({ name, value, problem, to }) => query.has(name, value) && (problem.code !== "wrong_order" || query.get("to") === to),
  );
  return known.length > 0 ? without(path, known) : path;
}

/** Notes a condition that is refused, and returns the path without it; null if the problem is not about a condition. */
export function refuse(path: string, problem: Problem): string | null {
  const { field } = problem;
  if (field === null || !isFilter(field)) return null;
  const [, query] = parsed(path);
  const values = query.getAll(field);
  // The message quotes the wrong one of several players; names that are like it are not quoted.
  const value = values.find((each) => problem.message.includes(`"${each.replace(/^=/, "")}"`)) ?? values.at(-1);
  if (value === undefined) return null;
  const condition: Refused = { name: field, value, problem, to: query.get("to") ?? "" };
  const isKnown = refused.get().some((other) => other.name === condition.name && other.value === value);
  if (!isKnown && isAsked(condition)) refused.set([...refused.get(), condition]);
  return without(path, [condition]);
}

/** Returns whether the place still has the condition. */
function isAsked({ name, value, problem, to }: Refused): boolean {
  const { filters } = place.get();
  if (problem.code === "wrong_order" && filters.to !== to) return false;
  return name === "player" ? filters.player.includes(value) : filters[name] === value;
}

// What is typed anew is asked anew.
place.watch(() => {
  const still = refused.get().filter(isAsked);
  if (still.length < refused.get().length) refused.set(still);
});
