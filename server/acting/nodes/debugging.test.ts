import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { type Cluster, startCluster } from "../controllers/testing/cluster.ts";
import { query, Talk } from "./testing/talk.ts";

type PodObject = Pod & ApiObject;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["root-ca-certificate-publisher-controller"], { simulatedNodes: 1 });
});
afterAll(() => cluster.stop());

const SLEEPER = { name: "box", image: "busybox", command: ["sleep", "3600"] };

async function run(name: string, spec: Record<string, unknown>): Promise<void> {
  const pod = { nodeName: "node-1", terminationGracePeriodSeconds: 0, ...spec };
  await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name }, spec: pod });
  await cluster.becomes<PodObject>(
    `v1/pods/${name}`,
    ({ status }) => (status?.containerStatuses ?? []).every(({ ready }) => ready) && status?.phase === "Running",
  );
}

async function sh(pod: string, container: string, script: string): Promise<string> {
  const command = ["sh", "-c", script];
  const asked = query({ container, stdout: true, stderr: true, command });
  const talk = new Talk(cluster.server.url, `/api/v1/namespaces/default/pods/${pod}/exec?${asked}`);
  await talk.ended;
  return talk.text(1) + talk.text(2);
}

/** The processes that `ps` lists, as numbers and titles, without `ps` itself. */
const processes = async (pod: string, container: string): Promise<string[]> =>
  (await sh(pod, container, "ps"))
    .split("\n")
    .slice(1, -1)
    .map((line) => line.trim().replace(/ +\S+ +0:00 /, " "))
    .filter((line) => !line.endsWith(" sh -c ps"));

describe("Ephemeral debug container", () => {
  beforeAll(async () => {
    await run("web", { containers: [{ name: "nginx", image: "nginx" }, SLEEPER] });
    await cluster.server.request("PATCH", "/api/v1/namespaces/default/pods/web/ephemeralcontainers", {
      body: {
        spec: { ephemeralContainers: [{ ...SLEEPER, name: "debugger", targetContainerName: "nginx" }] },
      },
      headers: { "content-type": "application/strategic-merge-patch+json" },
    });
    await cluster.becomes<PodObject>("v1/pods/web", ({ status }) =>
      (status?.ephemeralContainerStatuses ?? []).some(({ state }) => state?.running !== undefined),
    );
  });

  it("ends with the main containers of its pod, which is over only then", async () => {
    await run("task", { restartPolicy: "Never", containers: [{ ...SLEEPER, command: ["sleep", "2"] }] });
    await cluster.server.request("PATCH", "/api/v1/namespaces/default/pods/task/ephemeralcontainers", {
      body: { spec: { ephemeralContainers: [{ ...SLEEPER, name: "debugger" }] } },
      headers: { "content-type": "application/strategic-merge-patch+json" },
    });
    await cluster.recorded("task", "Started: Started container debugger", "Killing: Stopping container debugger");
    const { status } = await cluster.becomes<PodObject>("v1/pods/task", ({ status }) => status?.phase === "Succeeded");
    expect(status?.ephemeralContainerStatuses?.[0]?.state?.terminated?.exitCode).toBe(137);
  });

  it("sees the processes of its target container and no others", async () => {
    expect(await processes("web", "debugger")).toEqual(["1 nginx", "2 sleep 3600"]);
    expect(await processes("web", "box")).toEqual(["1 sleep 3600"]);
  });

  it("sees the target's files and its /proc entries", async () => {
    const html = "/proc/1/root/usr/share/nginx/html";
    expect(await sh("web", "debugger", `cat ${html}/index.html`)).toContain("Welcome to nginx!");
    await sh("web", "debugger", `echo mended > ${html}/index.html`);
    expect(await sh("web", "nginx", "cat /usr/share/nginx/html/index.html")).toBe("mended\n");
    expect(await sh("web", "debugger", "ls /proc | head -2; cat /proc/1/comm; tr '\\0' ' ' < /proc/2/cmdline")).toBe(
      "1\n2\nnginx\nsleep 3600 ",
    );
    expect(await sh("web", "debugger", "cat /proc/77/comm")).toContain("No such file or directory");
  });

  it("sends signals to the target", async () => {
    expect(await sh("web", "debugger", "kill 77")).toBe("kill: can't kill pid 77: No such process\n");
    await sh("web", "debugger", "kill 1");
    await cluster.becomes<PodObject>("v1/pods/web", ({ status }) =>
      (status?.containerStatuses ?? []).some(({ name, restartCount }) => name === "nginx" && restartCount === 1),
    );
  });
});

it("containers with a shared process namespace see each other's processes", async () => {
  const containers = [{ name: "nginx", image: "nginx" }, SLEEPER];
  await run("shared", { shareProcessNamespace: true, containers });
  const seen = await processes("shared", "box");
  expect(seen[0]).toBe("1 /pause");
  expect(seen.map((line) => line.replace(/^\d+ /, "")).sort()).toEqual(["/pause", "nginx", "sleep 3600"]);
  expect(await sh("shared", "box", "kill 1")).toBe("kill: can't kill pid 1: Operation not permitted\n");
});

describe("Container in the host namespaces", () => {
  beforeAll(async () => {
    const volumes = [{ name: "host", hostPath: { path: "/" } }];
    const volumeMounts = [{ name: "host", mountPath: "/host" }];
    const host = { hostPID: true, hostNetwork: true, hostIPC: true };
    await run("ground", { ...host, volumes, containers: [{ ...SLEEPER, volumeMounts }] });
  });

  it("has the node's host name and sees all processes of the node", async () => {
    expect(await sh("ground", "box", "hostname")).toBe("node-1\n");
    await run("other", { containers: [{ name: "redis", image: "redis" }] });
    const titles = (await processes("ground", "box")).map((line) => line.replace(/^\d+ /, ""));
    expect(titles[0]).toBe("/sbin/init");
    expect(titles).toEqual(expect.arrayContaining(["kubelet --simulated", "redis", "sleep 3600"]));
  });

  it("sees the node's files and the files that pods wrote to host paths", async () => {
    const volumes = [{ name: "logs", hostPath: { path: "/var/log/app" } }];
    const volumeMounts = [{ name: "logs", mountPath: "/logs" }];
    await run("writer", { volumes, containers: [{ ...SLEEPER, volumeMounts }] });
    await sh("writer", "box", "echo seen > /logs/one");
    expect(await sh("ground", "box", "cat /host/var/log/app/one /host/etc/hostname")).toBe("seen\nnode-1\n");
  });

  it("can chroot into them", async () => {
    expect(await sh("ground", "box", "chroot /host cat /etc/hostname; cat /etc/hostname")).toBe("node-1\nnode-1\n");
    expect(await sh("ground", "box", "chroot /host sh -c 'cat /etc/os-release' | tail -1")).toBe(
      'PRETTY_NAME="Simulated node"\n',
    );
    expect(await sh("ground", "box", "chroot /nowhere ls")).toContain("can't change root directory to '/nowhere'");
  });
});
