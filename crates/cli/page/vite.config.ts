import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Writes each large file also compressed, because doing it well takes a server too long. */
function brotli(): Plugin {
  let folder = "";
  return {
    name: "brotli",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir, "assets");
    },
    closeBundle() {
      for (const file of readdirSync(folder).filter((name) => /\.(css|js|svg)$/.test(name))) {
        const bytes = readFileSync(join(folder, file));
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params }));
      }
    },
  };
}

// The names in assets/ change with the contents, so that browsers may keep these files for ever.
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [brotli()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // The licences of bundled packages, which must be distributed with them.
    license: { fileName: "licenses.md" },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        // What the first screen needs is one file.
        codeSplitting: { groups: [{ name: "app", tags: ["$initial"] }] },
        entryFileNames: "assets/app-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/app-[hash].[ext]",
      },
    },
  },
  server: {
    // The names of openings lie outside the page.
    fs: { allow: [".", "../../../src/openings"] },
    proxy: { "^/(api/|example-)": process.env.BGO_SERVER ?? "http://127.0.0.1:5000" },
  },
});
