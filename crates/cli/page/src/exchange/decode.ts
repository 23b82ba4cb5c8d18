/** How many bytes of a file may tell its encoding. */
const HEAD = 4096;

function decoder(label: string, fatal: boolean): TextDecoder | null {
  try {
    return new TextDecoder(label, { fatal });
  } catch {
    // Unknown to the browser.
    return null;
  }
}

function tryDecode(bytes: Uint8Array, label: string): string | null {
  try {
    return decoder(label, true)?.decode(bytes) ?? null;
  } catch {
    return null;
  }
}

/**
 * Decodes a file: by the encoding that a record names (CA), or as UTF-8 if it is, else as Chinese records are.
 * The encoding matters even for a position: in some, a closing bracket is half of a character.
 */
export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD));
  const [, named] = /\bCA\[\s*([^\]\s]+)\s*\]/.exec(head) ?? [];
  const told = named === undefined ? null : decoder(named, false);
  return told?.decode(bytes) ?? tryDecode(bytes, "utf-8") ?? tryDecode(bytes, "gb18030") ?? new TextDecoder("latin1").decode(bytes);
}
