import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, root } from "../paths.mjs";
import { startBuiltServer } from "../programs/served.mjs";
import { run } from "../run.mjs";

const kit = join(root, "../shared/conformance");

/** For each level, the percentage of its steps that every area of the recorded conversations must pass. */
const RECORDED = { status: 100, body: 100, text: 100 };

/** The same for the random conversations. Some of their texts are random in the reference itself. */
const RANDOM = { status: 99.9, body: 99.5, text: 98 };

/** The three identities that the recorded conversations use. */
const TOKENS = ['admin-token,admin,1,"system:masters"', 'alice-token,alice,2,"dev,qa"', "bob-token,bob,3"].join("\n");

/** Whether the recorded conversations are available. */
export const hasConformanceKit = () => existsSync(join(kit, "replay.mjs"));

/** Whether the random conversations are available. */
export const hasRandomConversations = () => hasConformanceKit() && existsSync(join(kit, "random"));

/**
 * Replays the recorded conversations against the built server. Every step is counted: it passes when its body agrees.
 * Steps missing to the required percentages of an area count as failed; other failing steps are counted as neither.
 *
 * @param {{ flags?: readonly string[], program?: string }} [options] flags: further flags of the server; program:
 *   another program of the server
 */
export const replayConformance = (options) => replay("transcripts", RECORDED, options);

/** The same with the random conversations. */
export const replayRandom = (options) => replay("random", RANDOM, options);

async function replay(folder, required, { flags = [], program } = {}) {
  const server = await startBuiltServer({
    ...(program === undefined ? {} : { program }),
    flags: [
      "--controllers=",
      "--token-auth-file={dataDir}/tokens.csv",
      "--bind-address=127.0.0.1",
      "--reference-quirks",
      ...flags,
    ],
    files: { "tokens.csv": `${TOKENS}\n` },
  });
  try {
    mkdirSync(cacheFolder, { recursive: true });
    const report = `${cacheFolder}/conformance-${folder}.json`;
    const options = ["--server", server.url, "--insecure", "--patience", "3000", "--diffs", "1", "--json", report];
    const { output } = await run(process.execPath, [join(kit, "replay.mjs"), ...options, join(kit, folder)]);
    return judge(JSON.parse(readFileSync(report, "utf8")).byArea, output, required);
  } finally {
    await server.discard();
  }
}

/** Turns the replayer's counts into a stage's result. @param required percentages by level */
export function judge(byArea, output, required = RECORDED) {
  let passed = 0;
  let failed = 0;
  const lines = [];
  const parts = [];
  for (const [area, counts] of Object.entries(byArea)) {
    passed += counts.body;
    parts.push(`${area}: ${counts.status}/${counts.body}/${counts.text}/${counts.n}`);
    for (const [level, percent] of Object.entries(required)) {
      const missing = Math.ceil((percent / 100) * counts.n) - counts[level];
      if (missing <= 0) continue;
      failed += missing;
      lines.push(`area ${area}: ${level} ${counts[level]}/${counts.n}, ${percent}% required`);
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
