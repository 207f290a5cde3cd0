import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Two pages: the console, and the playground, whose editor must never be part of the
// console's scripts.
export default defineConfig({
  plugins: [
    react(),
    // The console speaks English; dates and numbers follow the browser all the same.
    { ...optimizeLocales.vite({ locales: ["en-US"] }), enforce: "pre" },
  ],
  build: {
    target: "es2023",
    rollupOptions: { input: ["index.html", "playground.html"] },
    modulePreload: { polyfill: false },
    // Files of their own, since the content policy lets no data: address in.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 8_000,
    reportCompressedSize: false,
  },
  worker: { format: "es" },
  server: {
    proxy: Object.fromEntries(
      ["/graphql", "/console-config.json"].map((path) => [
        path,
        { target: process.env.BACKBEAT_URL ?? "http://127.0.0.1:8080", ws: path === "/graphql" },
      ]),
    ),
  },
  test: { include: ["src/**/*.test.ts", "playground/**/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);
