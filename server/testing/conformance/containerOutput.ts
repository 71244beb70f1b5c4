import { expect } from "vitest";
import { WebSocket } from "ws";
import type { ApiPlace } from "./apiPlace.ts";

/** The image of the reference's own tests, with sub-commands that report what a container sees. */
export const AGNHOST = "registry.k8s.io/e2e-test-images/agnhost:2.53";
export const BUSYBOX = "registry.k8s.io/e2e-test-images/busybox:1.36.1-1";
export const HTTPD = "registry.k8s.io/e2e-test-images/httpd:2.4.38-4";

/** Channels of a command's output, and of its exit status. */
const OUT = 1;
const ERR = 2;
const END = 3;

/** Milliseconds after which waiting for output fails. */
const TIMEOUT = 17_000;

/** A pod whose container runs to its end; `spec` adds fields to its spec. */
export const ending = (name: string, container: object, spec: object = {}) => ({
  metadata: { name },
  spec: {
    restartPolicy: "Never",
    terminationGracePeriodSeconds: 1,
    containers: [{ name: "main", ...container }],
    ...spec,
  },
});

/** A container that reports on files: `mounttest --file_content=/etc/x`. */
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
    .poll(() => logOf(place, pod, container), { timeout: TIMEOUT, interval: 100 })
    .toMatch(typeof text === "string" ? new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")) : text);

/** Creates a pod, waits until it has succeeded, and returns its container's output. */
export async function outputOf(place: ApiPlace, pod: ReturnType<typeof ending>, container = "main"): Promise<string> {
  await place.create("v1/pods", pod);
  const { name } = pod.metadata;
  await place.becomes(`v1/pods/${name}`, { status: { phase: "Succeeded" } });
  return logOf(place, name, container);
}

/** The output and exit status of a command in a container. */
export interface ExecResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: { readonly status?: string; readonly message?: string };
}

/** Runs a command in a container of a running pod. */
export async function exec(
  place: ApiPlace,
  pod: string,
  command: readonly string[],
  container = "main",
): Promise<ExecResult> {
  const query = new URLSearchParams([
    ["container", container],
    ["stdout", "true"],
    ["stderr", "true"],
  ]);
  for (const part of command) query.append("command", part);
  const channels = new Map<number | undefined, string>();
  await overSocket(place, `v1/pods/${pod}/exec?${query}`, "v4.channel.k8s.io", (data) => {
    channels.set(data[0], (channels.get(data[0]) ?? "") + data.subarray(1).toString("utf8"));
  });
  return {
    stdout: channels.get(OUT) ?? "",
    stderr: channels.get(ERR) ?? "",
    status: JSON.parse(channels.get(END) || "{}") as ExecResult["status"],
  };
}

/** Runs a command, and returns its output. */
export async function execOutput(
  place: ApiPlace,
  pod: string,
  command: readonly string[],
  container = "main",
): Promise<string> {
  const { stdout, stderr } = await exec(place, pod, command, container);
  return stdout + stderr;
}

/** Runs a shell line that must succeed, and returns its output without the last line break. */
export async function shellOutput(place: ApiPlace, pod: string, line: string, container = "main"): Promise<string> {
  const { stdout, stderr, status } = await exec(place, pod, ["/bin/sh", "-c", line], container);
  expect(status, stderr).toMatchObject({ status: "Success" });
  return stdout.trimEnd();
}

/** The bytes received over a WebSocket until it ends, as text. */
export async function socketText(place: ApiPlace, reference: string, protocol: string): Promise<string> {
  const parts: Buffer[] = [];
  await overSocket(place, reference, protocol, (data) => void parts.push(data));
  return Buffer.concat(parts).toString("utf8");
}

/** Opens a WebSocket and passes on its messages until it ends. */
export async function overSocket(
  place: ApiPlace,
  reference: string,
  protocol: string,
  take: (message: Buffer) => void,
): Promise<void> {
  const { url, running } = place.server;
  const socket = new WebSocket(url.replace("https:", "wss:") + place.url(reference), [protocol], {
    ca: running.admin.ca,
    headers: { authorization: "Bearer admin-token" },
  });
  socket.on("message", take);
  await new Promise((resolve, reject) => {
    socket.on("close", resolve);
    socket.on("error", reject);
  });
}
