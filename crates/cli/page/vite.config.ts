import { defineConfig } from "vite";

// No hashes in the file names: dist is committed, and so few files need no long-lived cache.
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        entryFileNames: "app.js",
        chunkFileNames: "app-[name].js",
        assetFileNames: "app.[ext]",
      },
    },
  },
  server: {
    proxy: { "/api": process.env.BGO_SERVER ?? "http://127.0.0.1:5000" },
  },
});
