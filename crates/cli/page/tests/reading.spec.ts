import { expect, test } from "@playwright/test";
import { decode } from "../src/exchange/decode.ts";
import { readPosition } from "../src/exchange/read.ts";
import { Unreadable, type Reading } from "../src/exchange/reading.ts";
import { diagramOf, sgfOf } from "../src/exchange/write.ts";
import { positionOf } from "../src/go/position.ts";
import { en } from "../src/text/en.ts";

test.beforeEach(({}, info) => test.skip(info.project.name === "phone", "once is enough: there is no browser"));

/** Returns what was read, without what is as usual. */
function read(text: string, size = 19): Partial<Reading> {
  const usual: Omit<Reading, "kind"> = { size: 19, stones: "", toPlay: "B", moves: [], area: null, wildcards: [] };
  const all = Object.entries(readPosition(text, size));
  return Object.fromEntries(all.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key as keyof typeof usual])));
}

/** Returns the sentence that says why a text cannot be read. */
function problem(text: string, size = 19): string {
  try {
    readPosition(text, size);
  } catch (error) {
    if (error instanceof Unreadable) return error.sentence(en.exchange.problems);
    throw error;
  }
  throw new Error(`${text} was read`);
}

const moves = (text: string) => text.split(" ");

test("the main line of a record becomes moves", () => {
  expect(read("(;GM[1]FF[4]SZ[19]PB[A [9p\\]]C[a\\\\];B[pd];W[dp] ;B[];W[tt](;B[pp];W[dd])(;B[cc])) (;SZ[9];B[ee])")).toEqual({
    kind: "sgf",
    moves: moves("pd dp pass pass pp dd"),
  });
  expect(read("mail header\n(;SZ[9:9]AB[cc][gg]PL[W];W[ee];B[dd])")).toEqual({
    kind: "sgf",
    size: 9,
    stones: "Bcc,Bgg",
    toPlay: "W",
    moves: moves("ee dd"),
  });
  expect(read("(;Game[1]SiZe[13]AddBlack[jd];White[dj])")).toEqual({ kind: "sgf", size: 13, stones: "Bjd", toPlay: "W", moves: ["dj"] });
  expect(read("(;W[pd];B[dp])")).toEqual({ kind: "sgf", toPlay: "W", moves: moves("pd dp") });
});

test("a record whose moves do not alternate becomes stones", () => {
  expect(read("(;SZ[19];B[pd];B[dp];W[pp])")).toEqual({ kind: "sgf", stones: "Bdp,Bpd,Wpp" });
  // Setup amid the game.
  expect(read("(;SZ[9];B[ba];W[aa];B[ee];AE[ee]AB[cc]AW[ii]PL[B])")).toEqual({ kind: "sgf", size: 9, stones: "Waa,Bba,Bcc,Wii" });
  // White's stone is taken.
  expect(read("(;SZ[9];W[aa];B[ba];B[ab])")).toEqual({ kind: "sgf", size: 9, stones: "Bab,Bba", toPlay: "W" });
  // Illegal by the rules, but played: a ko is retaken at once.
  const ko = "AB[ba][ab][bc]AW[ca][db][cc][bb]";
  expect(read(`(;SZ[9]${ko};B[cb];W[bb])`)).toEqual({ kind: "sgf", size: 9, stones: "Bab,Bba,Wbb,Bbc,Wca,Wcc,Wdb" });
});

test("setup stones, compressed lists and passes of a record", () => {
  expect(read("(;AB[aa:ca][pd]AW[pp]AE[ba]AB[zz])")).toEqual({ kind: "sgf", stones: "Baa,Bca,Bpd,Wpp", toPlay: "W" });
  expect(read("(;HA[2]AB[pd][dp];W[dd])")).toEqual({ kind: "sgf", stones: "Bdp,Bpd", toPlay: "W", moves: ["dd"] });
  expect(read("(;PL[W];AB[dd])")).toEqual({ kind: "sgf", stones: "Bdd", toPlay: "W" });
  expect(read("(;PL[W]AW[dd])")).toEqual({ kind: "sgf", stones: "Wdd", toPlay: "W" });
  expect(read("(;SZ[5])")).toEqual({ kind: "sgf", size: 5 });
});

test("what is wrong with a record is one sentence", () => {
  expect(problem("(;GM[2])")).toBe("The record is of a game other than Go.");
  expect(problem("(;SZ[19:13])")).toBe("Boards have 2 to 19 lines; this one has 19:13.");
  expect(problem("(;SZ[25])")).toBe("Boards have 2 to 19 lines; this one has 25.");
  expect(problem("(;SZ[9];B[ee];W[pd])")).toBe("Move 2, pd, is not on a board of 9 lines.");
  expect(problem("(;SZ[9]AW[aa]AB[ba][ab])")).toBe("The stones at A9 have no liberty, so the position cannot be searched for.");
  expect(problem("(;SZ[9]%)")).toBe("The record is damaged: “%” is where a property or a node should begin.");
});

test("a record of 10 MB is read without going through all of it", () => {
  const size = 10 << 20;
  const variations = "(;W[dd])".repeat(size / 8);
  expect(read(`(;SZ[19];B[pd]${variations})`)).toEqual({ kind: "sgf", moves: moves("pd dd") });
  expect(read(`(;SZ[19]C[${"x".repeat(size)}];B[pd])`)).toEqual({ kind: "sgf", moves: ["pd"] });
  expect(read(`${"(;".repeat(9000)}B[pd]`)).toEqual({ kind: "sgf", moves: ["pd"] });
  expect(problem(`(${";B[pd];W[dd]".repeat(size / 12)})`)).toBe("The record has more than 10,000 nodes.");
  expect(problem("(".repeat(size))).toContain("neither");
  expect(problem(". ".repeat(size / 2))).toMatch(/^Line 1|^The diagram/);
  expect(problem("Q16 ".repeat(size / 4))).toMatch(/./);
});

test("lists of moves in many ways", () => {
  const four = { kind: "moves", moves: moves("pd dp pp dd") };
  for (const text of [
    "pd dp pp dd",
    "pd,dp,pp,dd",
    "Q16 D4 Q4 D16",
    "q16\nd4\r\nq4;d16\n",
    "1. Q16 2. D4 3.Q4 4.D16",
    "1: pd 2: dp 3: pp 4: dd",
    "B Q16, W D4, B Q4, W D16",
    "B[pd];W[dp];B[pp];W[dd]",
    "Bpd Wdp Bpp Wdd",
    "black q16 white d4 black q4 white d16",
    "play b Q16\nplay w D4\nplay b Q4\nplay w D16",
  ])
    expect(read(text), text).toEqual(four);
  expect(read("W Q16 B D4")).toEqual({ kind: "moves", toPlay: "W", moves: moves("pd dp") });
  expect(read("pd pass dd")).toEqual({ kind: "moves", moves: moves("pd pass dd") });
  expect(read("E5 C3", 9)).toEqual({ kind: "moves", size: 9, moves: moves("ee cg") });
  // Too far out for the board that is shown.
  expect(read("Q16 D4", 9)).toEqual({ kind: "moves", moves: moves("pd dp") });
  // Colours that do not alternate.
  expect(read("B Q16, B D4")).toEqual({ kind: "moves", stones: "Bdp,Bpd", toPlay: "W" });
});

test("what is wrong with a list of moves is one sentence", () => {
  expect(problem("Q16 D4 Q25")).toBe("Move 3, Q25, is not on a board of 19 lines.");
  expect(problem("pd dp pd")).toBe("Move 3 at pd is illegal: the point is occupied.");
  expect(problem("Q16 D4 huh")).toBe("“huh” is not a move; write moves as Q16 or pd.");
  expect(problem("Dear friend, do you like this game as much as I do?")).toContain("neither");
  expect(problem("  \n")).toBe("Nothing to read.");
});

test("diagrams of the program become areas", () => {
  const corner = { kind: "diagram", stones: "Bbc,Bcb,Wcc", toPlay: "W", area: "aa,cc" };
  for (const text of ["+-----\n|. . .\n|. . X\n|. X O", "+---/|.../|..X/|.XO", " \n+---\r\n|...\r\n|..X\r\n|.XO\r\n"])
    expect(read(text), text).toEqual(corner);
  expect(read("...|\n.X*|\n---+")).toEqual({ kind: "diagram", stones: "Brs", toPlay: "W", area: "qr,ss", wildcards: ["ss"] });
  // A side lies in the middle of its edge, a shape in the middle of the board.
  expect(read("|.../|.X./|...")).toEqual({ kind: "diagram", stones: "Bbj", toPlay: "W", area: "ai,ck" });
  expect(read("XO./.../..X")).toMatchObject({ area: "ii,kk" });
  expect(read("+---/|.../|.12/|..O")).toEqual({ kind: "diagram", stones: "Wcc", moves: moves("bb cb"), area: "aa,cc" });
  expect(read("+---+/|...|/|.X.|/|..O|/+---+")).toEqual({ kind: "diagram", size: 3, stones: "Bbb,Wcc" });
  const row = ". ".repeat(19);
  expect(read(`${row}\n`.repeat(18) + `X${row.slice(1)}`)).toEqual({ kind: "diagram", stones: "Bas", toPlay: "W" });
});

test("diagrams of Sensei's Library", () => {
  const text = `$$Wcm5 A joseki
$$  ---------------
$$ | . . . . . . . |
$$ | . . . , a . . |
$$ | . . 1 X . . . |
$$ | . . . 2 O . B |
$$ | . . . . . . . |
$$ | . W @ C . # . |
$$ | . . . . . . . |
$$  ---------------
$$ [a|Somewhere]`;
  expect(read(text)).toEqual({
    kind: "diagram",
    size: 7,
    stones: "Wbf,Wcf,Bdc,Wed,Bff,Bgd",
    toPlay: "W",
    moves: moves("cc dd"),
  });
  expect(read("$$ ----\n$$ . . X |\n$$ . O 1 |\n$$ . . . |")).toMatchObject({ stones: "Wrb,Bsa", moves: ["sb"], area: "qa,sc" });
});

test("what is wrong with a diagram is one sentence", () => {
  expect(problem("|X./|.")).toBe("Line 1 of the diagram has 1 point, but the first row has 2.");
  expect(problem("X..\n..Q")).toBe("“Q” in line 2, column 3, means nothing in a diagram.");
  expect(problem("X..\n..#")).toBe("“#” in line 2 cannot be set up here; use X, O, . for empty or * for anything.");
  expect(problem("|X..\n...")).toBe("Line 2 has an edge where the first row has none, or none where it has one.");
  expect(problem("X1./..3")).toBe("The diagram lacks the number 2.");
  expect(problem("X1./..1")).toBe("The number 1 is in the diagram twice.");
  expect(problem("+---+/|...|/|.X.|/+---+")).toBe("A board with four edges is square; this one is 3 by 2.");
  expect(problem(`X${".".repeat(19)}`)).toBe("The diagram of 20 by 1 points does not fit on a board of 19 lines.");
});

test("boards as programs print them", () => {
  const gnu = `White (O) has captured 0 pieces
Black (X) has captured 0 pieces

   A B C D E F G H J        Last move: Black G7
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . + . . .(X). . 7
 6 . . . . . . . . . 6
 5 . . . . + . . . . 5
 4 . . . O . . . . . 4
 3 . . + . . . + . . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J`;
  const nine = { kind: "diagram", size: 9, stones: "Wdf,Bgc", toPlay: "W" };
  expect(read(gnu)).toEqual(nine);
  // Copied without its first blanks.
  expect(read(gnu.slice(gnu.indexOf("A B")))).toEqual(nine);
  const kata = `MoveNum: 3 HASH: CDCB\n${gnu.slice(gnu.indexOf("   A B")).replace(".(X).", ". X1.").replace("Last move: Black G7", "")}\nNext player: Black`;
  expect(read(kata)).toEqual({ kind: "diagram", size: 9, stones: "Wdf,Bgc" });
  const own = gnu
    .split("\n")
    .slice(3)
    .map((line, y) => line.replace(/^ \d/, " " + "ABCDEFGHI"[y - 1]).replace("H J", "H I").replace(". O .", "a O b"))
    .join("\n");
  expect(read(own)).toEqual(nine);
  const pachi = gnu.replace(/^( \d) (.*) \d$/gm, "$1 | $2 |").replace(/^ {3}A/gm, "     A").replace(/(A B.*)\n/, "$1\n   +-------------------+\n");
  expect(read(pachi)).toEqual(nine);
  const area = `  A B C D E F G H I
A         . . . . . A
B         . * . . . B
C         b . X . . C
${["D", "E", "F", "G", "H", "I"].map((name) => `${name}                   ${name}`).join("\n")}
  A B C D E F G H I`;
  expect(read(area)).toEqual({ kind: "diagram", size: 9, stones: "Bgc", toPlay: "W", area: "ea,ic", wildcards: ["fb"] });
  const shell = `  A B C D E F G H I J K L M N O P Q R S
${[..."ABCDEFGHIJKLMNOPQRS"]
  .map((name) => `${name} . . . ${name === "P" ? "O" : name === "D" ? "a" : "."} f . . . . + . . . . . ${"DP".includes(name) ? "X" : "."} . . . ${name}`)
  .join("\n")}
  A B C D E F G H I J K L M N O P Q R S
                959678554
a - 157  d - 4
Total count: 319`;
  expect(read(shell, 9)).toEqual({ kind: "diagram", stones: "Wdp,Bpd,Bpp", toPlay: "W" });
  const middle = area.replace(/(\. ){5}A\nB.*\nC.*/, "          A\nB                   B\nC     . X O         C");
  expect(read(middle)).toEqual({ kind: "diagram", size: 9, stones: "Bdc,Wec", area: "cc,ec" });
  expect(problem(gnu.split("\n").slice(0, 8).join("\n"))).toBe("The board has 9 columns but 4 rows.");
});

test("files are decoded as they say, or as they look", () => {
  const bytes = (...parts: (string | number[])[]) => new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...part].map((c) => c.charCodeAt(0)) : part)));
  // In both encodings a character ends with the byte of a bracket or a backslash.
  expect(decode(bytes("(;CA[Shift_JIS]PB[", [0x83, 0x5c], "])"))).toBe("(;CA[Shift_JIS]PB[ソ])");
  expect(decode(bytes("(;CA[gb2312]PB[", [0x95, 0x5d], "])"))).toBe("(;CA[gb2312]PB[昡])");
  expect(decode(bytes("(;PB[", [0xe4, 0xba, 0x95], "])"))).toBe("(;PB[井])");
  expect(decode(bytes([0xef, 0xbb, 0xbf], "(;PB[", [0xe4, 0xba, 0x95], "])"))).toBe("(;PB[井])");
  expect(decode(bytes("(;CA[ISO-8859-1]PB[", [0xe9], "])"))).toBe("(;CA[ISO-8859-1]PB[é])");
  expect(decode(bytes("(;CA[nonsense]PB[", [0xb0, 0xa1], "])"))).toBe("(;CA[nonsense]PB[啊])");
  expect(read(decode(bytes("(;CA[gbk]PB[", [0x95, 0x5d], "];B[pd])")))).toEqual({ kind: "sgf", moves: ["pd"] });
});

test("what is written is read again", () => {
  for (const board of [
    { size: 19, stones: "", toPlay: "B" as const, moves: moves("pd dp pass pp") },
    { size: 9, stones: "Bcc,Wgg", toPlay: "W" as const, moves: ["ee"] },
    { size: 13, stones: "Wdd", toPlay: "B" as const, moves: [] },
    { size: 19, stones: "", toPlay: "W" as const, moves: [] },
  ])
    expect(readPosition(sgfOf(board), 19)).toEqual({ kind: "sgf", area: null, wildcards: [], ...board });
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
    const again = readPosition(text, 19);
    expect(again.area, text).toBe(area);
    expect(again.wildcards, text).toEqual(wildcards);
    expect(diagramOf(positionOf(again).board.stones, 19, again.area, again.wildcards), text).toBe(text);
  }
});
