import { expect } from "vitest";
import { WebSocket } from "ws";
import type { ApiPlace } from "./apiPlace.ts";

/** The image of the reference's own tests, whose sub-commands tell what a container sees. */
export const AGNHOST = "registry.k8s.io/e2e-test-images/agnhost:2.53";
export const BUSYBOX = "busybox:1.37";

/** Channels of a command's output. */
const OUT = 1;
const ERR = 2;

/** Milliseconds after which output is taken for one that never comes. */
const PATIENCE = 17_000;

/** A pod that ends: more of its `spec` may be said. */
export const ending = (name: string, container: object, spec: object = {}) => ({
  metadata: { name },
  spec: {
    restartPolicy: "Never",
    terminationGracePeriodSeconds: 1,
    containers: [{ name: "main", ...container }],
    ...spec,
  },
});

/** A container that tells about files: `mounttest --file_content=/etc/x`. */
export const mountTest = (options: Readonly<Record<string, string>>, more: object = {}) => ({
  image: AGNHOST,
  args: ["mounttest", ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)],
  ...more,
});

/** A container that runs a script. */
export const script = (text: string, more: object = {}) => ({ image: BUSYBOX, command: ["sh", "-c", text], ...more });

export async function logOf(place: ApiPlace, pod: string, container = "main"): Promise<string> {
  const { status, text } = await place.send("GET", `v1/pods/${pod}/log?container=${container}`);
  return status === 200 ? text : "";
}

/** Resolves when a container has printed a text. */
export const prints = (place: ApiPlace, pod: string, text: string | RegExp, container = "main"): Promise<void> =>
  expect
    .poll(() => logOf(place, pod, container), { timeout: PATIENCE, interval: 100 })
    .toMatch(typeof text === "string" ? new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")) : text);

/** Creates a pod, waits until it has succeeded, and returns what its container printed. */
export async function outputOf(place: ApiPlace, pod: ReturnType<typeof ending>, container = "main"): Promise<string> {
  await place.create("v1/pods", pod);
  const { name } = pod.metadata;
  await place.becomes(`v1/pods/${name}`, { status: { phase: "Succeeded" } });
  return logOf(place, name, container);
}

/** Runs a command in a container of a pod that runs, and returns what it prints. */
export async function execOutput(place: ApiPlace, pod: string, command: string[], container = "main"): Promise<string> {
  const query = new URLSearchParams([
    ["container", container],
    ["stdout", "true"],
    ["stderr", "true"],
  ]);
  for (const part of command) query.append("command", part);
  return socketText(place, `v1/pods/${pod}/exec?${query}`, "v4.channel.k8s.io");
}

/** What comes over a WebSocket until it ends: bytes as they are, or those of the channels of output. */
export async function socketText(place: ApiPlace, reference: string, protocol: string): Promise<string> {
  const { url, running } = place.server;
  const socket = new WebSocket(url.replace("https:", "wss:") + place.url(reference), [protocol], {
    ca: running.admin.ca,
    headers: { authorization: "Bearer admin-token" },
  });
  const isPlain = !protocol.includes("channel");
  let output = "";
  socket.on("message", (data: Buffer) => {
    if (isPlain) output += data.toString("utf8");
    else if (data[0] === OUT || data[0] === ERR) output += data.subarray(1).toString("utf8");
  });
  await new Promise((resolve, reject) => {
    socket.on("close", resolve);
    socket.on("error", reject);
  });
  return output;
}
