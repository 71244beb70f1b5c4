import { defineConfig } from "vitest/config";

/** Unit and whole-server tests. One module graph for all files (`isolate: false`): a test must clean up what it starts. */
export default defineConfig({
  test: {
    include: ["{shared,server,renderer,electron,bench,faults}/**/*.test.{ts,tsx}", "scripts/**/*.test.mjs"],
    pool: "threads",
    isolate: false,
    // More than processors: many tests wait for the time of a sandbox, for a file or for another process.
    maxWorkers: 5,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A machine for integration shares its processors with others; `npm test` names each test that needed a second try.
    retry: process.env["CI"] === undefined ? 0 : 1,
    // A condition is waited for as long as a busy machine may need, not the second that is the default.
    expect: { poll: { timeout: 15_000 } },
    globalSetup: ["vitest.globalSetup.ts"],
    setupFiles: ["vitest.setup.ts"],
    passWithNoTests: true,
    // Transforming the sources is most of the time of a short run: what was transformed once serves later runs too.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.cache/vitest" },
  },
});
