import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, clientProgram, createClient } from "../command.ts";
import { type Product, root, startServe } from "../product.ts";

let product: Product;
let kubectl: Client;
let folder: string;

beforeAll(async () => {
  product = await startServe(["--simulated-nodes=3"]);
  kubectl = createClient(clientProgram("kubectl"), { KUBECONFIG: product.kubeconfig, HOME: product.dataDir });
  folder = await mkdtemp(join(tmpdir(), "orrery-living-"));
  await kubectl.ok(["create", "deployment", "web", "--image=nginx:1.26", "--replicas=3"]);
  await kubectl.ok(["expose", "deployment", "web", "--port=80"]);
  await kubectl.ok(["rollout", "status", "deployment/web", "--timeout=30s"]);
  await kubectl.ok(["run", "box", "--image=busybox", "--restart=Never", "--", "sleep", "3600"]);
  await kubectl.ok(["wait", "--for=condition=Ready", "pod/box", "--timeout=30s"]);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  expect(await product?.stop()).toBe(0);
});

const SPDY = { KUBECTL_REMOTE_COMMAND_WEBSOCKETS: "false", KUBECTL_PORT_FORWARD_WEBSOCKETS: "false" };
const WAYS: [string, Record<string, string>][] = [
  ["WebSocket", {}],
  ["SPDY", SPDY],
];

describe.each(WAYS)("over %s", (_way, env) => {
  test("exec runs a command and reports its exit code", async () => {
    const command = ["exec", "box", "--", "sh", "-c", "echo out; echo err >&2; exit 3"];
    expect(await kubectl.run(command, { env })).toMatchObject({
      code: 3,
      stdout: "out\n",
      stderr: expect.stringMatching(/^err\ncommand terminated with exit code 3/),
    });
  });

  test("exec -i passes stdin", async () => {
    expect(await kubectl.ok(["exec", "-i", "box", "--", "sort"], { input: "b\na\n", env })).toBe("a\nb\n");
  });

  test("cp copies files to a container and back", async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7919) % 256));
    await writeFile(join(folder, "there"), bytes);
    await kubectl.ok(["cp", join(folder, "there"), "box:/tmp/there"], { env });
    await kubectl.ok(["cp", "box:/tmp/there", join(folder, "back")], { env });
    expect((await readFile(join(folder, "back"))).equals(bytes)).toBe(true);
  });
});

describe.each([
  ["WebSocket", "true"],
  ["SPDY", "false"],
])("port-forward over %s", (_way, overWebSockets) => {
  test("lets a client fetch pages of a pod", async () => {
    const client = createClient(clientProgram("kubectl"), {
      KUBECONFIG: product.kubeconfig,
      HOME: product.dataDir,
      KUBECTL_PORT_FORWARD_WEBSOCKETS: overWebSockets,
    });
    const forwarding = client.follow(["port-forward", "deployment/web", ":80"], (output) => output.includes("->"));
    const [, port] = /127\.0\.0\.1:(\d+) ->/.exec(await forwarding.ready) ?? [];
    const answers = await Promise.all([1, 2, 3].map(() => fetch(`http://127.0.0.1:${port}/`)));
    for (const answer of answers) expect(await answer.text()).toContain("Welcome to nginx!");
    expect((await fetch(`http://127.0.0.1:${port}/none`)).status).toBe(404);
    forwarding.stop();
  });
});

describe("Containers", () => {
  test("run -i writes to stdin, and --rm deletes the pod", async () => {
    const command = ["run", "pipe", "-i", "--rm", "--restart=Never", "--image=busybox", "-q", "--", "sh"];
    const { stdout } = await kubectl.run(command, { input: "echo from $(hostname)\n" });
    expect(stdout).toContain("from pipe");
    expect((await kubectl.run(["get", "pod", "pipe"])).code).toBe(1);
  });

  test("logs -f follows a container's output", async () => {
    const script = "i=0; while true; do echo line $i; i=$((i+1)); sleep 0.1; done";
    await kubectl.ok(["run", "talker", "--image=busybox", "--restart=Never", "--", "sh", "-c", script]);
    await kubectl.ok(["wait", "--for=condition=Ready", "pod/talker", "--timeout=30s"]);
    const following = kubectl.follow(["logs", "-f", "talker"], (output) => output.includes("line 5\n"));
    expect(await following.ready).toContain("line 0\nline 1\nline 2\n");
    following.stop();
  });

  test("debug adds an ephemeral container to a running pod", async () => {
    const command = [
      "debug",
      "box",
      "--image=busybox",
      "--profile=general",
      "-c",
      "look",
      "--",
      "sh",
      "-c",
      "echo looked",
    ];
    await kubectl.ok(command);
    await expect.poll(() => kubectl.run(["logs", "box", "-c", "look"]).then(({ stdout }) => stdout)).toBe("looked\n");
  });

  test("debug sees the processes of its target, and a node's files", async () => {
    const look = ["--image=busybox", "--profile=general"];
    const script = "ps; cat /proc/1/root/etc/hostname";
    await kubectl.ok(["debug", "box", ...look, "--target=box", "-c", "beside", "--", "sh", "-c", script]);
    const logs = (...of: string[]) => kubectl.run(["logs", ...of]).then(({ stdout }) => stdout);
    await expect.poll(() => logs("box", "-c", "beside")).toMatch(/^ +1 root .*\n( +\d+ root .*\n)+box\n$/m);
    const { stdout, stderr } = await kubectl.run(["debug", "node/node-1", ...look, "--", "cat", "/host/etc/hostname"]);
    const [, pod = ""] = /debugging pod (\S+)/.exec(stdout + stderr) ?? [];
    await expect.poll(() => logs(pod)).toBe("node-1\n");
  });

  test("a pod reaches a service by name", async () => {
    const page = await kubectl.ok(["exec", "box", "--", "wget", "-qO-", "http://web.default.svc.cluster.local"]);
    expect(page).toContain("Welcome to nginx!");
  });
});

describe("Workloads", () => {
  test("rollout, rollback and history work", async () => {
    await kubectl.ok(["set", "image", "deployment/web", "nginx=nginx:1.27"]);
    await kubectl.ok(["rollout", "status", "deployment/web", "--timeout=30s"]);
    expect(await kubectl.ok(["rollout", "history", "deployment/web"])).toMatch(/^1 .*\n2 /m);
    await kubectl.ok(["rollout", "undo", "deployment/web"]);
    await kubectl.ok(["rollout", "status", "deployment/web", "--timeout=30s"]);
    const image = "jsonpath={.spec.template.spec.containers[0].image}";
    expect(await kubectl.ok(["get", "deployment", "web", "-o", image])).toBe("nginx:1.26");
  });

  test("drain respects the disruption budget", async () => {
    await kubectl.ok(["create", "poddisruptionbudget", "web", "--selector=app=web", "--min-available=2"]);
    await expect.poll(() => kubectl.ok(["get", "pdb", "web", "-o", "jsonpath={.status.disruptionsAllowed}"])).toBe("1");
    await kubectl.ok([
      "drain",
      "node-1",
      "--ignore-daemonsets",
      "--force",
      "--delete-emptydir-data",
      "--grace-period=1",
      "--timeout=30s",
    ]);
    const nodes = ["get", "pods", "-l", "app=web", "-o", "jsonpath={.items[*].spec.nodeName}"];
    expect((await kubectl.ok(nodes)).split(" ")).not.toContain("node-1");
    await kubectl.ok(["uncordon", "node-1"]);
    await kubectl.ok(["rollout", "status", "deployment/web", "--timeout=30s"]);
  });

  test("wait works for a job", async () => {
    await kubectl.ok(["create", "job", "once", "--image=busybox", "--", "sh", "-c", "echo done; exit 0"]);
    await kubectl.ok(["wait", "--for=condition=Complete", "job/once", "--timeout=30s"]);
    expect(await kubectl.ok(["logs", "job/once"])).toBe("done\n");
  });
});

describe("The command line controls a sandbox's", () => {
  const orrery = async (...args: string[]): Promise<string> => {
    const program = createClient(process.execPath, { HOME: product.dataDir });
    return program.ok([join(root, "bin/orrery.mjs"), ...args, "--kubeconfig", product.kubeconfig]);
  };

  test("time", async () => {
    expect(await orrery("time", "stop")).toMatch(/^\d{4}-.*Z, stopped\n$/);
    expect(await orrery("time", "step")).toMatch(/^[\d.]+ s passed\. .*, stopped\n$/);
    expect(await orrery("time", "speed", "10")).toContain("10 times as fast");
    expect(await orrery("time", "speed", "1")).toMatch(/Z\n$/);
  });

  test("controllers", async () => {
    expect(await orrery("actors", "stop", "deployment-controller")).toMatch(
      /^deployment-controller +controller +stopped /m,
    );
    expect(await orrery("actors", "go", "all")).not.toContain("stopped");
    await expect(orrery("actors", "stop", "nobody")).rejects.toThrow('no actor is named "nobody"');
  });

  test("faults", async () => {
    const id = (await orrery("trouble", "node-cut-off", "node-3", "--for", "10m")).split(",")[0] ?? "";
    expect(await orrery("trouble")).toContain(id);
    expect(await orrery("trouble", "end", id)).toBe("No active faults.\n");
  });
});
