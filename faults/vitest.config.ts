import { defineConfig } from "vitest/config";

/** The fault test: the built product on real members of etcd. Run `npm run build` first. */
export default defineConfig({
  test: {
    include: ["faults/**/*.fault.ts"],
    globalSetup: ["vitest.globalSetup.ts"],
    setupFiles: ["vitest.setup.ts"],
    pool: "threads",
    disableConsoleIntercept: true,
  },
});
