import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests of the built product: run `npm run build` first. One file at a time, because each starts servers and a browser. */
export default defineConfig({
  // The compiled desktop shell meets the double when a test imports it.
  resolve: { alias: { electron: fileURLToPath(new URL("electronDouble/electron.ts", import.meta.url)) } },
  test: {
    include: ["e2e/**/*.test.ts"],
    pool: "threads",
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
