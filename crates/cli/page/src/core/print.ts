import { cell } from "./cell.ts";

/** True while the page is printed. */
export const printing = cell(false);

window.addEventListener("beforeprint", () => printing.set(true));
window.addEventListener("afterprint", () => printing.set(false));
