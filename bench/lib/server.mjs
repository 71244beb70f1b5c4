import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TOKEN = "bench-token";

/**
 * Starts the built server from its command line and waits until it is ready.
 *
 * @param {{ root?: string, dataDir?: string, flags?: string[], tokens?: string[] }} options root: the checkout whose
 *   build is started; default: this one; dataDir: a folder of an earlier start; default: a new one; flags: further
 *   flags; tokens: further users, each a line of `--token-auth-file`
 */
export async function startServer({
  root = ROOT,
  dataDir = mkdtempSync(join(tmpdir(), "orrery-bench-")),
  flags = [],
  tokens: users = [],
} = {}) {
  const tokens = join(dataDir, "tokens.csv");
  writeFileSync(tokens, [`${TOKEN},bench,1,"system:masters"`, ...users, ""].join("\n"));
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [
      join(root, "bin/orrery.mjs"),
      "serve",
      "--data-dir",
      dataDir,
      "--secure-port",
      "0",
      "--token-auth-file",
      tokens,
      ...flags,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const url = await address(child);
  // Connections end here before the server ends them: this process may be busy when they do.
  const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 256, timeout: 60_000 });
  await ready(url, agent);
  const startMs = performance.now() - begun;
  return {
    url,
    agent,
    dataDir,
    pid: child.pid,
    startMs,
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    residentBytes: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) * 1024,
    /** Stops the process; also removes the folder, unless `keep` is set. */
    async stop({ keep = false } = {}) {
      agent.destroy();
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
      if (!keep) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function address(child) {
  return new Promise((resolve, reject) => {
    let text = "";
    child.once("exit", (code) => reject(new Error(`the server ended with code ${code} before it was ready`)));
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const match = /Serving on (https:\S+)/.exec(text);
      if (match) resolve(match[1]);
    });
  });
}

async function ready(url, agent) {
  while ((await request(`${url}/readyz`, { agent })).status !== 200);
}

/** One request; resolves with status and body. */
export function request(url, { agent, method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const outgoing = https.request(url, { agent, method, headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
