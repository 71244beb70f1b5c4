import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../paths.mjs";
import { startBuiltServer } from "../programs/served.mjs";
import { run } from "../run.mjs";

const kit = join(root, "../shared/behaviour");
const scenarios = join(kit, "scenarios");

/** Required percentage of the recorded lines that this project's controllers and scheduler reproduce. */
const REQUIRED = 98;

/** The nodes of the recorded situations send no heartbeats, so these two controllers would evict their pods. */
const CONTROLLERS = "--controllers=*,-node-lifecycle-controller,-taint-eviction-controller";

/** Whether the recorded situations are available. */
export const hasBehaviourKit = () => existsSync(join(kit, "behave.mjs"));

/** Number of servers that play situations concurrently: a situation mostly waits until nothing changes any more. */
const SERVERS = 4;

/**
 * Plays the recorded situations on built servers with all their controllers and their scheduler: several at the same
 * time, each server one at a time. Every line of a recorded picture passes when the server's own picture contains it;
 * lines missing to the required percentage count as failed.
 *
 * @param {{ only?: string, diffs?: number, flags?: readonly string[] }} [options] only: a pattern of names, with `*`;
 *   diffs: number of lines shown of each picture that differs
 */
export async function playBehaviour({ only = "*", diffs = 12, flags = [] } = {}) {
  const pattern = new RegExp(`^${only.replaceAll("*", ".*")}$`);
  const names = (await situations()).filter((name) => pattern.test(name));
  const waiting = [...names];
  const reports = [];
  const play = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      reports.push(await playOne(name, diffs, flags));
    }
  };
  await Promise.all(Array.from({ length: Math.min(SERVERS, names.length) }, play));
  return judge(reports);
}

const files = () =>
  readdirSync(scenarios)
    .filter((name) => name.endsWith(".mjs") && !name.startsWith("_"))
    .map((name) => join(scenarios, name));

/** The names of all situations. */
async function situations() {
  const lists = await Promise.all(files().map((file) => import(pathToFileURL(file).href)));
  return lists.flatMap((list) => list.default.map(({ name }) => name));
}

async function playOne(name, diffs, flags) {
  const server = await startBuiltServer({
    flags: [CONTROLLERS, "--token-auth-file={dataDir}/tokens.csv", "--bind-address=127.0.0.1", ...flags],
    files: { "tokens.csv": 'admin-token,admin,1,"system:masters"\n' },
  });
  try {
    const options = ["--server", server.url, "--diffs", String(diffs), "--only", name];
    return (await run(process.execPath, [join(kit, "behave.mjs"), ...options, ...files()])).output;
  } finally {
    await server.discard();
  }
}

/** Turns the player's reports into a stage's result. */
export function judge(reports) {
  let same = 0;
  let total = 0;
  let broken = 0;
  for (const report of reports) {
    const found = /^TOTAL (\d+)\/(\d+) lines, (\d+) scenarios failed$/m.exec(report);
    same += Number(found?.[1] ?? 0);
    total += Number(found?.[2] ?? 0);
    broken += Number(found?.[3] ?? 1);
  }
  const missing = Math.ceil((REQUIRED / 100) * total) - same;
  const detail = reports.map((report) => report.replace(/^TOTAL .*$/m, "").trim()).join("\n");
  return { passed: same, failed: Math.max(0, missing) + broken, note: `${same} of ${total} lines`, detail };
}
