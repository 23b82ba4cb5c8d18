/** The colours of a board. */
export interface Palette {
  /** The ground, from the upper left to the lower right. */
  ground: [string, string];
  /** The lines of the wood, if the ground is wood. */
  grain?: string;
  line: string;
  label: string;
  black: [shine: string, body: string];
  white: [shine: string, body: string];
  /** The edge of white stones and, on dark grounds, of black ones. */
  whiteEdge: string;
  blackEdge: string;
  shadow: number;
  accent: string;
}

const STONES = {
  black: ["#5e5e5e", "#0e0e0e"],
  white: ["#ffffff", "#dedad1"],
  whiteEdge: "#8d8778",
  blackEdge: "#000000",
} satisfies Partial<Palette>;

const FLAT = { black: ["#111214", "#111214"], white: ["#ffffff", "#ffffff"] } satisfies Partial<Palette>;

export const PALETTES: Record<"wood" | "plain", Record<"light" | "dark", Palette>> = {
  wood: {
    light: {
      ...STONES,
      ground: ["#ecca86", "#dcb064"],
      grain: "#9a6a1e",
      line: "#6a4d20",
      label: "#51390f",
      shadow: 0.28,
      accent: "#0b57d0",
    },
    dark: {
      ...STONES,
      ground: ["#cfa55f", "#b98f4a"],
      grain: "#6e4812",
      line: "#4a340f",
      label: "#34240a",
      shadow: 0.34,
      accent: "#0a3f9c",
    },
  },
  plain: {
    light: {
      ...FLAT,
      ground: ["#f3ede0", "#f3ede0"],
      line: "#77705f",
      label: "#5d5747",
      whiteEdge: "#55503f",
      blackEdge: "#111214",
      shadow: 0,
      accent: "#0b57d0",
    },
    dark: {
      ...FLAT,
      ground: ["#3a3d42", "#3a3d42"],
      line: "#878c95",
      label: "#b7bcc6",
      white: ["#f1f1ef", "#f1f1ef"],
      whiteEdge: "#f1f1ef",
      blackEdge: "#a0a5ae",
      shadow: 0,
      accent: "#9cc2ff",
    },
  },
};

/** The look of a board on paper. */
export const PAPER: Palette = { ...PALETTES.plain.light, ground: ["#ffffff", "#ffffff"], line: "#55503f" };
