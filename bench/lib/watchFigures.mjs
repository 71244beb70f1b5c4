import https from "node:https";
import { request } from "./server.mjs";

const PATH = "/api/v1/namespaces/default/configmaps";
const INITIAL = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
let serial = 0;

/**
 * Opens a watch on objects with that label and calls `onEvent` with each line after the initial events. Resolves once
 * these have arrived, so that a measurement contains none of them.
 */
function openWatch(server, label, onEvent) {
  return new Promise((resolve, reject) => {
    const outgoing = https.get(
      `${server.url}${PATH}?watch=true&${INITIAL}&labelSelector=watch%3D${label}`,
      { headers: server.headers, rejectUnauthorized: false, agent: false },
      (response) => {
        let rest = "";
        let isCaughtUp = false;
        response.on("data", (chunk) => {
          const lines = (rest + chunk).split("\n");
          rest = lines.pop() ?? "";
          for (const line of lines) {
            if (isCaughtUp) onEvent(line);
            // The bookmark ends the initial events.
            else if (line.includes('"BOOKMARK"')) {
              isCaughtUp = true;
              resolve(() => outgoing.destroy());
            }
          }
        });
        response.on("error", () => {});
      },
    );
    outgoing.on("error", (error) => (error.code === "ECONNRESET" ? undefined : reject(error)));
  });
}

const create = (server, label, name) =>
  request(server.url + PATH, {
    agent: server.agent,
    method: "POST",
    headers: server.headers,
    body: JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { watch: label } } }),
  });

/** Events per second delivered to many watchers in total, and the time until an event reaches one watcher. */
export async function measureWatch(server, watchers, objects) {
  const wanted = watchers * objects;
  const prefix = `w${serial++}`;
  let seen = 0;
  let done;
  const all = new Promise((resolve) => {
    done = resolve;
  });
  const closers = await Promise.all(
    Array.from({ length: watchers }, () =>
      openWatch(server, prefix, () => {
        seen += 1;
        if (seen === wanted) done();
      }),
    ),
  );
  const begun = performance.now();
  await Promise.all(Array.from({ length: objects }, (_, i) => create(server, prefix, `${prefix}-${i}`)));
  await all;
  const rate = wanted / ((performance.now() - begun) / 1000);
  for (const close of closers) close();

  const times = [];
  let arrived = () => {};
  const close = await openWatch(server, `${prefix}-one`, () => arrived());
  for (let i = 0; i < 50; i++) {
    const begin = performance.now();
    const event = new Promise((resolve) => {
      arrived = resolve;
    });
    await Promise.all([create(server, `${prefix}-one`, `${prefix}-single${i}`), event]);
    times.push(performance.now() - begin);
  }
  close();
  return { watchers, rate, medianMs: times.sort((a, b) => a - b)[25] ?? 0 };
}
