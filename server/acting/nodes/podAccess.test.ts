import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { type Cluster, startCluster } from "../controllers/testing/cluster.ts";
import { query, Talk } from "./testing/talk.ts";

const PODS = "/api/v1/namespaces/default/pods";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(
    ["root-ca-certificate-publisher-controller", "endpoints-controller", "endpointslice-controller"],
    {
      simulatedNodes: 1,
    },
  );
  await cluster.make({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "conf" }, data: { greeting: "hello" } });
  const volumes = [
    { name: "conf", configMap: { name: "conf" } },
    { name: "shared", emptyDir: {} },
  ];
  const mounts = [
    { name: "conf", mountPath: "/conf" },
    { name: "shared", mountPath: "/shared" },
  ];
  const box = {
    name: "box",
    image: "busybox",
    command: ["sleep", "3600"],
    volumeMounts: mounts,
    env: [{ name: "WHO", value: "me" }],
  };
  const reader = { name: "reader", image: "busybox", command: ["sh"], stdin: true, volumeMounts: mounts };
  await run("box", { containers: [box, reader], volumes });
  await run("web", { containers: [{ name: "nginx", image: "nginx", ports: [{ containerPort: 80 }] }] }, { app: "web" });
  await cluster.make({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "web" },
    spec: { selector: { app: "web" }, ports: [{ port: 8080, targetPort: 80 }] },
  });
});
afterAll(() => cluster.stop());

async function run(name: string, spec: Record<string, unknown>, labels: Record<string, string> = {}): Promise<void> {
  const pod = { nodeName: "node-1", terminationGracePeriodSeconds: 0, ...spec };
  await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name, labels }, spec: pod });
  await cluster.becomes<Pod & ApiObject>(
    `v1/pods/${name}`,
    ({ status }) => (status?.containerStatuses ?? []).every(({ ready }) => ready) && status?.phase === "Running",
  );
}

const exec = (command: string[], more: Record<string, string | boolean> = {}, protocol?: string): Talk =>
  new Talk(
    cluster.server.url,
    `${PODS}/box/exec?${query({ container: "box", stdout: true, stderr: true, command, ...more })}`,
    protocol,
  );

const SUCCESS = { metadata: {}, status: "Success" };

describe("exec", () => {
  it("runs a command, separates stdout and stderr, and returns the exit code", async () => {
    const talk = exec(["sh", "-c", "echo out $WHO; echo err >&2; exit 3"]);
    await talk.ended;
    expect([talk.text(1), talk.text(2)]).toEqual(["out me\n", "err\n"]);
    expect(talk.status()).toEqual({
      metadata: {},
      status: "Failure",
      message:
        "command terminated with non-zero exit code: error executing command [sh -c echo out $WHO; echo err >&2; exit 3], exit code 3",
      reason: "NonZeroExitCode",
      details: { causes: [{ reason: "ExitCode", message: "3" }] },
    });
  });

  it.each(["v4.channel.k8s.io", "v4.base64.channel.k8s.io", "base64.channel.k8s.io", "channel.k8s.io", ""])(
    "supports protocol %j",
    async (protocol) => {
      const talk = exec(["echo", "hi"], {}, protocol);
      await talk.ended;
      expect(talk.text(1)).toBe("hi\n");
      expect(talk.text(3)).toBe(protocol.startsWith("v4") ? JSON.stringify(SUCCESS) : "");
    },
  );

  it("reports a command that does not exist", async () => {
    const talk = exec(["absent"]);
    await talk.ended;
    expect(talk.status()).toMatchObject({ status: "Failure", reason: "InternalError", code: 500 });
    expect((talk.status() as { message: string }).message).toMatch(
      /^Internal error occurred: error executing command in container: failed to exec in container: failed to start exec "[0-9a-f]{64}": OCI runtime exec failed: exec failed: unable to start container process: exec: "absent": executable file not found in \$PATH: unknown$/,
    );
  });

  it("passes stdin until it is closed", async () => {
    const talk = await exec(["sort"], { stdin: true }).open();
    talk.type("b\na\n");
    talk.socket.send(Buffer.of(255, 0));
    await talk.ended;
    expect(talk.text(1)).toBe("a\nb\n");
    expect(talk.status()).toEqual(SUCCESS);
  });

  it("applies back-pressure to stdin and loses no data", async () => {
    const script = "until [ -e /tmp/go ]; do sleep 0.05; done; wc -c";
    const talk = await exec(["sh", "-c", script], { stdin: true }).open();
    const [pieces, piece] = [15, "x".repeat(1024 * 1024)];
    for (let i = 0; i < pieces; i++) talk.type(piece);
    talk.socket.send(Buffer.of(255, 0));
    // Without back-pressure, the server would have taken all of the input in this time.
    for (let i = 0; i < 3; i++) await exec(["true"]).ended;
    expect(talk.socket.bufferedAmount).toBeGreaterThan(piece.length);
    await exec(["touch", "/tmp/go"]).ended;
    await talk.ended;
    expect(talk.text(1).trim()).toBe(String(pieces * piece.length));
  });

  it("runs an interactive shell on a terminal", async () => {
    const talk = exec(["sh"], { stdin: true, tty: true });
    await talk.shows(1, "/ # ");
    talk.type("cd /conf\rcat greeting; echo\r");
    await talk.shows(1, "hello\r\n/conf # ");
    talk.type("exit 4\r");
    await talk.ended;
    expect(talk.status()).toMatchObject({ reason: "NonZeroExitCode", details: { causes: [{ message: "4" }] } });
  });

  it("passes the client's terminal size to the program", async () => {
    const talk = await exec(["sh"], { stdin: true, tty: true }).open();
    await talk.shows(1, "/ # ");
    talk.socket.send(Buffer.concat([Buffer.of(4), Buffer.from('{"Width":132,"Height":43}')]));
    talk.type("stty size\r");
    await talk.shows(1, "43 132\r\n");
    talk.socket.send(Buffer.concat([Buffer.of(4), Buffer.from("no size")]));
    talk.type("stty rows 20 && stty size\rexit\r");
    await talk.ended;
    expect(talk.text(1)).toContain("20 132\r\n");
  });

  it("sees volumes as the pod mounts them, including changes", async () => {
    await exec(["sh", "-c", "echo shared > /shared/x"]).ended;
    const other = new Talk(
      cluster.server.url,
      `${PODS}/box/exec?${query({ container: "reader", stdout: true, command: ["cat", "/shared/x"] })}`,
    );
    await other.ended;
    expect(other.text(1)).toBe("shared\n");
    const fixed = exec(["sh", "-c", "echo no > /conf/greeting"]);
    await fixed.ended;
    expect(fixed.status()).toMatchObject({ status: "Failure" });
    await cluster.patch("v1/configmaps/conf", { data: { greeting: "changed" } });
    const waiting = exec(["sh", "-c", "until grep -q changed /conf/greeting; do sleep 0.05; done; cat /conf/greeting"]);
    await waiting.ended;
    expect(waiting.text(1)).toBe("changed");
    await cluster.patch("v1/configmaps/conf", { data: { greeting: "hello" } });
  });

  it("resolves and reaches services by name", async () => {
    const talk = exec(["sh", "-c", "wget -qO- http://web:8080/ | grep Welcome | head -1; nslookup web | tail -2"]);
    await talk.ended;
    expect(talk.text(1)).toContain("Welcome to nginx!");
    expect(talk.text(1)).toMatch(/Address: 10\.\d+\.\d+\.\d+/);
  });

  it("shows the configuration files of an image", async () => {
    const script = "grep include /etc/nginx/nginx.conf; grep -c listen /etc/nginx/conf.d/default.conf; ls /etc/nginx";
    const path = `${PODS}/web/exec?${query({ stdout: true, command: ["sh", "-c", script] })}`;
    const talk = new Talk(cluster.server.url, path);
    await talk.ended;
    expect(
      talk
        .text(1)
        .split("\n")
        .map((line) => line.trim()),
    ).toEqual([
      ...["include /etc/nginx/mime.types;", "include /etc/nginx/conf.d/*.conf;", "2"],
      ...["conf.d", "mime.types", "nginx.conf", ""],
    ]);
  });

  it("ends when its container ends", async () => {
    await run("brief", { containers: [{ name: "box", image: "busybox", command: ["sleep", "3600"] }] });
    const talk = await new Talk(
      cluster.server.url,
      `${PODS}/brief/exec?${query({ stdin: true, stdout: true, tty: true, command: ["sh"] })}`,
    ).open();
    await talk.shows(1, "/ # ");
    await cluster.server.request("DELETE", `${PODS}/brief?gracePeriodSeconds=0`);
    await talk.ended;
    expect(talk.status()).toMatchObject({ reason: "NonZeroExitCode", details: { causes: [{ message: "137" }] } });
  });

  it("terminates the command when the client disconnects", async () => {
    const talk = exec(["sh", "-c", "echo begun; sleep 1000"]);
    await talk.shows(1, "begun");
    talk.socket.terminate();
    await cluster.server.request("GET", `${PODS}/box`);
    const ps = exec(["sh", "-c", "until ! ps | grep -q '[s]leep 1000'; do sleep 0.05; done; echo gone"]);
    await ps.ended;
    expect(ps.text(1)).toBe("gone\n");
  });

  it.each([
    ["stdout=true&container=box", 400, "Upgrade request required"],
    ["command=ls&container=box", 400, "you must specify at least 1 of stdin, stdout, stderr"],
    ["stdout=true&container=none", 400, "container none is not valid for pod box"],
  ])("with %s and no upgrade returns %i", async (options, status, message) => {
    const answer = await cluster.server.request("GET", `${PODS}/box/exec?${options}`);
    expect(answer).toMatchObject({ status, body: { message } });
  });

  it("rejects an unknown protocol", async () => {
    await expect(exec(["ls"], {}, "v9.channel.k8s.io").ended).rejects.toThrow("403");
  });

  it("reports that a container is not running", async () => {
    await run("over", { containers: [{ name: "c", image: "busybox", command: ["sleep", "3600"] }] });
    await cluster.make({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "waits" },
      spec: { nodeName: "node-1", containers: [{ name: "c", image: "app:missing" }] },
    });
    await expect(new Talk(cluster.server.url, `${PODS}/waits/exec?stdout=true&command=ls`).ended).rejects.toThrow(
      "404",
    );
  });
});

describe("attach", () => {
  it("connects to the container's main program", async () => {
    const talk = await new Talk(
      cluster.server.url,
      `${PODS}/box/attach?container=reader&stdin=true&stdout=true`,
    ).open();
    talk.type("echo from $HOSTNAME\n");
    await talk.shows(1, "from box\n");
    talk.socket.close();
    await talk.ended;
    const again = await new Talk(
      cluster.server.url,
      `${PODS}/box/attach?container=reader&stdin=true&stdout=true`,
    ).open();
    again.type("echo still here\n");
    await again.shows(1, "still here\n");
    again.socket.close();
  });

  it("ends with success when the program ends, whatever its exit code", async () => {
    const reads = { name: "c", image: "busybox", command: ["sh", "-c", "cat; exit 42"], stdin: true, stdinOnce: true };
    await run("fails", { restartPolicy: "Never", containers: [reads] });
    const talk = await new Talk(cluster.server.url, `${PODS}/fails/attach?stdin=true&stdout=true`).open();
    talk.type("in\n");
    talk.socket.send(Buffer.from([255, 0]));
    await talk.ended;
    expect([talk.text(1), talk.status()]).toMatchObject(["in\n", { status: "Success" }]);
  });

  it("streams a server's output from the time of attaching", async () => {
    const talk = await new Talk(cluster.server.url, `${PODS}/web/attach?stdout=true`).open();
    await cluster.server.request("GET", "/api/v1/namespaces/default/services/web:8080/proxy/x?y=1");
    await talk.shows(1, '"GET /x?y=1 HTTP/1.1" 404');
    talk.socket.close();
  });
});

describe("Port forwarding", () => {
  it("carries bytes to a program", async () => {
    const talk = new Talk(cluster.server.url, `${PODS}/web/portforward?ports=80`, "v4.channel.k8s.io");
    await talk.open();
    talk.type("GET / HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n");
    await talk.shows(0, "</html>");
    expect(talk.text(0)).toContain("HTTP/1.1 200 OK");
    talk.socket.close();
  });

  it("reports why a port is unreachable", async () => {
    const talk = new Talk(cluster.server.url, `${PODS}/web/portforward?ports=81`, "v4.channel.k8s.io");
    await talk.shows(1, "connection refused");
    talk.socket.close();
  });

  it("has channels for 128 ports, and refuses more", async () => {
    const forward = (count: number): Talk => {
      const ports = Array.from({ length: count }, (_, i) => String(81 + i));
      return new Talk(cluster.server.url, `${PODS}/web/portforward?${query({ ports })}`, "v4.channel.k8s.io");
    };
    await forward(128).shows(255, "connection refused");
    await expect(forward(129).ended).rejects.toThrow("400");
  });
});

describe("Proxy", () => {
  it.each([
    [`${PODS}/web/proxy/`, 200, "Welcome to nginx!"],
    [`${PODS}/web:80/proxy/none`, 404, "404 Not Found"],
    ["/api/v1/namespaces/default/services/web:8080/proxy/", 200, "Welcome to nginx!"],
    ["/api/v1/namespaces/default/services/web/proxy/", 200, "Welcome to nginx!"],
    [`${PODS}/web:81/proxy/`, 503, "connection refused"],
  ])("to %s returns %i", async (path, status, text) => {
    const answer = await cluster.server.request("GET", path);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(text);
  });
});
