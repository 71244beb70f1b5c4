import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../bin/orrery.mjs", import.meta.url));
const START_TIMEOUT = 60_000;

/** A token of a member of the administrators' group. */
export const TOKEN = "bench-token";

/** Creates a separate home folder, so that the console does not list the user's kubeconfig. */
export function makeHome() {
  const folder = mkdtempSync(join(tmpdir(), "orrery-bench-"));
  const tokens = join(folder, "tokens.csv");
  writeFileSync(tokens, `${TOKEN},bench,1,"system:masters"\n`);
  return {
    folder,
    tokens,
    kubeconfig: join(folder, "contexts.yaml"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts the built console for a browser, and waits until it prints its address. @param flags additional flags */
export async function startConsole(home, flags = []) {
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [BIN, "console", "--data-dir", join(home.folder, "data"), "--token-auth-file", home.tokens, ...flags],
    {
      env: { ...process.env, HOME: home.folder, USERPROFILE: home.folder, KUBECONFIG: home.kubeconfig },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  // Ends the child even if the run is interrupted while the console starts.
  process.once("exit", () => child.kill("SIGKILL"));
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const output = await untilReady(child, gone);
  const find = (label) => new RegExp(`^${label}:\\s+(\\S+)`, "m").exec(output)?.[1] ?? "";
  return {
    openUrl: find("Console"),
    apiServer: find("API server"),
    startMs: performance.now() - begun,
    async stop() {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
      await gone;
      clearTimeout(timer);
    },
  };
}

function untilReady(child, gone) {
  let output = "";
  return new Promise((resolve, reject) => {
    const fail = (why) => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      reject(new Error(`the console ${why}\n${output}`));
    };
    const timer = setTimeout(() => fail("was not ready in time"), START_TIMEOUT);
    void gone.then((code) => fail(`ended with code ${code}`));
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (!/^kubeconfig:/m.test(output)) return;
      clearTimeout(timer);
      resolve(output);
    });
  });
}
