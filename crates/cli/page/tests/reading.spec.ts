import { diagramOf, sgfOf } from "../src/exchange/write.ts";
import type { ReadPosition } from "../src/core/types.ts";
import { positionOf } from "../src/go/position.ts";
import { expect, test } from "./base.ts";

test.beforeEach(({}, info) => test.skip(info.project.name === "phone", "once is enough: there is no browser"));

const moves = (text: string) => text.split(" ");

test("what is written is read again", async ({ server }) => {
  const read = async (body: string): Promise<ReadPosition> => {
    const answer = await fetch(`${server.url}api/v1/reading?size=19`, { method: "POST", body });
    return (await answer.json()) as ReadPosition;
  };
  for (const board of [
    { size: 19, stones: "", toPlay: "B" as const, moves: moves("pd dp pass pp") },
    { size: 9, stones: "Bcc,Wgg", toPlay: "W" as const, moves: ["ee"] },
    { size: 13, stones: "Wdd", toPlay: "B" as const, moves: [] },
    { size: 19, stones: "", toPlay: "W" as const, moves: [] },
  ]) {
    const { toPlay, ...others } = board;
    expect(await read(sgfOf(board))).toEqual({ kind: "sgf", area: null, wildcards: [], to_play: toPlay, ...others });
  }
  const handicap = sgfOf({ size: 19, stones: "2", toPlay: "W", moves: [] });
  expect(handicap).toContain("HA[2]AB[dp][pd]");
  const { stones } = positionOf({ size: 19, stones: "", toPlay: "B", moves: moves("pd qf nc dp") }).board;
  for (const [area, wildcards] of [
    ["ma,sg", ["qc"]],
    ["jh,sl", []],
    ["ii,kk", []],
    [null, []],
  ] as const) {
    const text = diagramOf(stones, 19, area, wildcards);
    const { to_play: toPlay, ...again } = await read(text);
    expect(again.area, text).toBe(area);
    expect(again.wildcards, text).toEqual(wildcards);
    expect(diagramOf(positionOf({ ...again, toPlay }).board.stones, 19, again.area, again.wildcards), text).toBe(text);
  }
});
