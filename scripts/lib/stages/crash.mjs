import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { parse } from "yaml";
import { startBuiltServer } from "../programs/served.mjs";

/** A client of the server `served` that uses the administrator's certificate of its kubeconfig. */
export function adminClient(served) {
  const { users, clusters } = parse(readFileSync(served.kubeconfig, "utf8"));
  const pem = (text) => Buffer.from(text, "base64");
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 16,
    ca: pem(clusters[0].cluster["certificate-authority-data"]),
    cert: pem(users[0].user["client-certificate-data"]),
    key: pem(users[0].user["client-key-data"]),
  });
  /** @returns {Promise<{ status: number, body: any }>} */
  const call = (method, path, body, contentType = "application/json") =>
    new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { "content-type": contentType };
      const outgoing = request(`${served.url}${path}`, { method, agent, headers }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk) => (text += chunk));
        answer.on("error", reject).on("end", () => {
          const isJson = (answer.headers["content-type"] ?? "").includes("json");
          resolve({ status: answer.statusCode, body: isJson && text ? JSON.parse(text) : text });
        });
      });
      outgoing.on("error", reject);
      outgoing.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
    });
  return { call, close: () => agent.destroy() };
}

const MAPS = "/api/v1/namespaces/default/configmaps";

/**
 * Writes as fast as the server answers: separate objects, and one object that all lanes change. Kills the server with
 * SIGKILL in the middle, restarts it on the same folder and checks that everything that was acknowledged is there,
 * unchanged.
 *
 * @param {number} rounds each is one test
 */
export async function crashRounds(rounds) {
  let server = await startBuiltServer();
  const { dataDir } = server;
  const acknowledged = new Map();
  const problems = [];
  let passed = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      await writeUntilKilled(server, round, acknowledged);
      server = await startBuiltServer({ dataDir });
      const lost = await missing(server, acknowledged);
      if (lost.length === 0) passed++;
      else problems.push(`round ${round}: ${lost.length} of ${acknowledged.size} lost, first ${lost[0]}`);
    }
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { passed, failed: problems.length, detail: problems.join("\n"), note: `${acknowledged.size} writes` };
}

/** @param acknowledged acknowledged values by object and member of its data: `name/member` */
async function writeUntilKilled(server, round, acknowledged) {
  const client = adminClient(server);
  const enough = 40 + Math.floor(Math.random() * 200);
  let written = 0;
  let isKilled = false;
  const shared = `shared-${round}`;
  await client.call("POST", MAPS, { metadata: { name: shared }, data: {} });
  /** Every second lane changes the one shared object, the others create objects. */
  const write = async (lane, n) => {
    if (lane % 2 === 0) {
      const name = `crash-${round}-${lane}-${n}`;
      const data = { value: `${round}.${lane}.${n}`.repeat(50) };
      const { status } = await client.call("POST", MAPS, { metadata: { name }, data });
      return status === 201 ? [`${name}/value`, data.value] : undefined;
    }
    const member = `m${lane}-${n}`;
    const patch = [`${MAPS}/${shared}`, { data: { [member]: "1" } }, "application/merge-patch+json"];
    return (await client.call("PATCH", ...patch)).status === 200 ? [`${shared}/${member}`, "1"] : undefined;
  };
  const writer = async (lane) => {
    for (let n = 0; !isKilled; n++) {
      const done = await write(lane, n).catch(() => undefined);
      if (done === undefined) return;
      acknowledged.set(...done);
      if (++written === enough) {
        isKilled = true;
        server.child.kill("SIGKILL");
      }
    }
  };
  const ended = server.child.exitCode === null ? once(server.child, "exit") : undefined;
  await Promise.all(Array.from({ length: 16 }, (_, lane) => writer(lane)));
  if (!isKilled) server.child.kill("SIGKILL");
  await ended;
  client.close();
}

async function missing(server, acknowledged) {
  const client = adminClient(server);
  const { body } = await client.call("GET", MAPS);
  client.close();
  const found = new Map((body.items ?? []).map((item) => [item.metadata.name, item.data ?? {}]));
  const stored = (place) => {
    const [name, member] = place.split("/");
    return found.get(name)?.[member];
  };
  return [...acknowledged].filter(([place, value]) => stored(place) !== value).map(([place]) => place);
}
