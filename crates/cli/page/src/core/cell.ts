import { useLayoutEffect, useState } from "preact/hooks";

/** A value that components can watch. */
export interface Cell<T> {
  get(): T;
  set(value: T): void;
  watch(listener: () => void): () => void;
}

export function cell<T>(value: T): Cell<T> {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the value of a cell and renders the component again when the value changes. */
export function useCell<T>(source: Cell<T>): T {
  const [value, setValue] = useState(source.get());
  useLayoutEffect(() => {
    const update = () => setValue(() => source.get());
    update();
    return source.watch(update);
  }, [source]);
  return value;
}
