import type { Problem } from "../core/types.ts";
import { sentence, type Texts } from "./index.ts";

/** Examples of the values that a condition or an option takes. */
const EXAMPLES: Record<string, string> = {
  year: "2005..2011",
  from: "2005, 2005-11-03",
  to: "2005, 2005-11-03",
  result: "B+, W+R, B+0.5..5.5",
  rank: "5d, 5d..9p",
  komi: "6.5, 5.5..7.5",
  handicap: "2, 2..9",
  time: "10m..1h, 3h..",
  length: "100.., 150..200",
  at: "10..20, ..40",
  stood: "10..20, 10..",
};

/** What links write on and around the board. */
const LINK_EXAMPLES: Record<string, string> = {
  stones: "stones=Bpd,Wdp",
  area: "area=ma,sg",
  wildcards: "wildcards=pd,qe",
};

/** Says in the language of the page why the server declined; what the page has no text for is the server's sentence. */
export function problemText(texts: Texts, { code, message, field }: Problem, value = ""): string {
  const words = texts.errors;
  const examples = EXAMPLES[field ?? ""];
  const part = LINK_EXAMPLES[field ?? ""];
  const name = value.replace(/^=/, "");
  const isUnknown = code === "unknown_name" || (code === "unreadable_parameter" && field === "opening");
  if (isUnknown && name !== "") return words.unknownName(name);
  if (code === "unreadable_parameter" && / is (above|after) /.test(message)) return words.smallerFirst;
  if (code === "unreadable_parameter" && examples) return words.unreadable(examples);
  if (code === "illegal_pattern" && field === "wildcards") return texts.setup.refused.outside(message.split(" ", 1).join());
  if (code === "contradictory_stones") return words.twoStones;
  if (part && code !== "illegal_pattern") return words.link(part);
  if (code === "cannot_be_met" && field === "words") return words.noWord;
  if (code === "cannot_be_met" && field === "depth") return words.largeTree;
  if (code === "wrong_order") return words.wrongOrder;
  if (code === "too_long") return words.tooLong;
  if (code === "no_such_game") return words.noSuchGame;
  if (code === "failed") return words.failed;
  return words.other(sentence(message));
}
