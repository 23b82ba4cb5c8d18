import type { Problem } from "../core/types.ts";
import { sentence, type Texts } from "./index.ts";

/** Examples of the values that a condition takes. */
const EXAMPLES: Record<string, string> = {
  year: "2005..2011",
  from: "2005, 2005-11-03",
  to: "2005, 2005-11-03",
  result: "B+, W+R, B+0.5..5.5",
  rank: "5d, 5d..9p",
  komi: "6.5, 5.5..7.5",
  handicap: "2, 2..9",
};

/** Says in the language of the page why the server declined; what the page has no text for is the server's sentence. */
export function problemText(texts: Texts, { code, message, field }: Problem, value = ""): string {
  const words = texts.errors;
  const examples = EXAMPLES[field ?? ""];
  const name = value.replace(/^=/, "");
  if (code === "unknown_name" && name !== "") return words.unknownName(name);
  if (code === "unreadable_parameter" && examples) return words.unreadable(examples);
  if (code === "wrong_order") return words.wrongOrder;
  if (code === "too_long") return words.tooLong;
  if (code === "no_such_game") return words.noSuchGame;
  if (code === "failed") return words.failed;
  return sentence(message);
}
