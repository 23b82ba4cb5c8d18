/** A file with its path in a folder. */
export interface FileAt {
  path: string;
  file: File;
}

const BLOCK = 512;
/** Where the fields of a header are: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html, "ustar". */
const [MODE, SIZE, TIME, SUM, KIND, MAGIC] = [100, 124, 136, 148, 156, 257];
/** The kind of an entry that holds the path of the next one, if that is too long for a header, as GNU tar writes it. */
const LONG_PATH = "L";
const FILE = "0";

function header(path: Uint8Array, size: number, kind: string, time: number): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  const put = (text: string, at: number) => block.set(new TextEncoder().encode(text), at);
  block.set(path.subarray(0, MODE));
  put("0000644\0", MODE);
  put(`${size.toString(8).padStart(11, "0")}\0`, SIZE);
  put(`${time.toString(8).padStart(11, "0")}\0`, TIME);
  put(kind, KIND);
  put("ustar  \0", MAGIC);
  // The sum counts its own field as blanks.
  put(" ".repeat(8), SUM);
  const sum = block.reduce((all, byte) => all + byte, 0);
  put(`${sum.toString(8).padStart(6, "0")}\0 `, SUM);
  return block;
}

const padding = (size: number) => new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);

/** Returns an archive of files, which are not read before it is sent. */
export function tar(files: FileAt[]): Blob {
  const parts: BlobPart[] = [];
  for (const { path, file } of files) {
    const name = new TextEncoder().encode(path);
    if (name.length > MODE) {
      const long = new Uint8Array(name.length + 1);
      long.set(name);
      parts.push(header(new TextEncoder().encode("././@LongLink"), long.length, LONG_PATH, 0), long, padding(long.length));
    }
    parts.push(header(name, file.size, FILE, Math.max(0, Math.floor(file.lastModified / 1000))), file, padding(file.size));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return new Blob(parts);
}
