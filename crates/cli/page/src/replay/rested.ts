import { useEffect, useState } from "preact/hooks";

/** How long a board must stand still before it is asked about, in milliseconds. */
const REST = 150;

/** Returns a value as soon as it stays the same, and until then the one before. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(() => value), REST);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
