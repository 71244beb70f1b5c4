import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const isForPictures = process.env["ORRERY_PICTURES"] !== undefined;

/**
 * Tests of the built product: run `npm run build` first. Three files run at a time, each with its own sandbox. When
 * pictures are taken, one file runs at a time, so that no picture shows another file's sandbox; then the files in
 * `pictures/` run, too. The files share one module graph (`isolate: false`): loading their imports takes longer than
 * running many of them.
 */
export default defineConfig({
  // The compiled desktop shell gets the double when a test imports it.
  resolve: { alias: { electron: fileURLToPath(new URL("electronDouble/electron.ts", import.meta.url)) } },
  test: {
    pool: "threads",
    isolate: false,
    maxWorkers: isForPictures ? 1 : 3,
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    // In CI three browsers share two processors with the product under test, so a retry is allowed; elsewhere an
    // occasional failure must stay visible.
    retry: process.env["CI"] === undefined ? 0 : 1,
    projects: [
      {
        extends: true,
        test: {
          name: "console",
          include: ["e2e/*.test.ts", "e2e/console/**/*.test.ts", ...(isForPictures ? ["e2e/pictures/*.test.ts"] : [])],
          globalSetup: ["e2e/sharedConsole.ts"],
        },
      },
      {
        extends: true,
        test: { name: "clients", include: ["e2e/clients/*.test.ts"] },
      },
    ],
  },
});
