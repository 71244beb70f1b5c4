import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, root } from "./paths.mjs";
import { run } from "./run.mjs";
import { startBuiltServer } from "./served.mjs";

const kit = join(root, "../shared/conformance");

/** Percentages that each area must reach, of its steps; what is not listed is reported and not required. */
const ALL = { status: 100, body: 97 };
const REQUIRED = {
  1: ALL,
  2: ALL,
  3: ALL,
  4: ALL,
  5: ALL,
  6: ALL,
  7: ALL,
  8: ALL,
  9: ALL,
  10: ALL,
  11: ALL,
  // CEL rules of custom resources are accepted and not evaluated yet.
  12: { status: 94, body: 92 },
  13: ALL,
  14: ALL,
};

/** The three identities that the recorded conversations use. */
const TOKENS = ['admin-token,admin,1,"system:masters"', 'alice-token,alice,2,"dev,qa"', "bob-token,bob,3"].join("\n");

/** Whether the recorded conversations are at hand. */
export const hasConformanceKit = () => existsSync(join(kit, "replay.mjs"));

/**
 * Replays the recorded conversations against the built server. Every step counts: passed when it reaches the level of
 * its body. In an area without required percentages, and in one that reaches them, the rest counts as neither.
 */
export async function replayConformance() {
  const server = await startBuiltServer({
    flags: ["--controllers=", "--token-auth-file={dataDir}/tokens.csv", "--bind-address=127.0.0.1"],
    files: { "tokens.csv": `${TOKENS}\n` },
  });
  try {
    mkdirSync(cacheFolder, { recursive: true });
    const report = `${cacheFolder}/conformance.json`;
    const options = ["--server", server.url, "--insecure", "--patience", "3000", "--diffs", "1", "--json", report];
    const { output } = await run(process.execPath, [join(kit, "replay.mjs"), ...options, join(kit, "transcripts")]);
    return judge(JSON.parse(readFileSync(report, "utf8")).byArea, output);
  } finally {
    await server.discard();
  }
}

/** Turns the replayer's counts into a stage's result. */
export function judge(byArea, output) {
  let passed = 0;
  let failed = 0;
  const lines = [];
  const parts = [];
  for (const [area, counts] of Object.entries(byArea)) {
    passed += counts.body;
    parts.push(`${area}: ${counts.status}/${counts.body}/${counts.n}`);
    const required = REQUIRED[area];
    if (!required) continue;
    for (const level of ["status", "body"]) {
      const missing = Math.ceil((required[level] / 100) * counts.n) - counts[level];
      if (missing <= 0) continue;
      failed += missing;
      lines.push(`area ${area}: ${level} ${counts[level]}/${counts.n}, ${required[level]}% required`);
    }
  }
  return { passed, failed, note: parts.join(", "), detail: `${failingSteps(output)}\n${lines.join("\n")}` };
}

const failingSteps = (output) =>
  output
    .split("\n")
    .filter((line) => line.startsWith("FAIL"))
    .slice(0, 80)
    .join("\n");
