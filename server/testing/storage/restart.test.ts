import { rm } from "node:fs/promises";
import { expect, it } from "vitest";
import { configMap, core, service } from "../objects.ts";
import { isSharedStore } from "../testedEngine.ts";
import { startTestServer, temporaryFolder } from "../testServer.ts";

const maps = core("default", "configmaps");

it("a restarted server restores all state, and continues the resource versions", async () => {
  const dataDir = await temporaryFolder();
  try {
    const first = await startTestServer({ dataDir });
    const created = await first.request("POST", maps, { body: configMap("kept", { a: "1" }) });
    const web = await first.request("POST", core("default", "services"), { body: service("web") });
    const gone = await first.request("POST", maps, { body: configMap("gone") });
    await first.request("DELETE", `${maps}/gone`);
    const before = await first.request("GET", "/api/v1/configmaps");
    const roles = await first.request("GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles");
    const authority = first.running.admin.ca;
    await first.stop();

    const second = await startTestServer({ dataDir });
    try {
      expect(second.running.admin.ca).toBe(authority);
      expect((await second.request("GET", `${maps}/kept`)).body).toEqual(created.body);
      expect((await second.request("GET", `${maps}/gone`)).status).toBe(404);
      const after = await second.request("GET", "/api/v1/configmaps");
      expect(after.body.items).toEqual(before.body.items);
      // Existing defaults are not written again.
      const rolesAgain = await second.request("GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles");
      expect(rolesAgain.body.items).toEqual(roles.body.items);
      // Objects deleted before the start still appear in lists at earlier versions.
      const old = `${maps}?resourceVersion=${gone.body.metadata.resourceVersion}&resourceVersionMatch=Exact`;
      if (!isSharedStore) {
        expect((await second.request("GET", old)).body.items.map(({ metadata }) => metadata.name)).toContain("gone");
      }
      if (!isSharedStore) expect(after.body.metadata.resourceVersion).toBe(before.body.metadata.resourceVersion);
      const next = await second.request("POST", maps, { body: configMap("next") });
      expect(Number(next.body.metadata.resourceVersion)).toBeGreaterThan(Number(before.body.metadata.resourceVersion));
      // A watch that was interrupted by the restart resumes, or gets an error and lists again; it never misses a change
      // silently.
      const resumed = await second.watch(`${maps}?watch=true&resourceVersion=${before.body.metadata.resourceVersion}`);
      expect(isSharedStore ? ["ADDED next", "ERROR "] : ["ADDED next"]).toContain((await resumed.names(1))[0]);
      const held = (web.body["spec"] as { clusterIP: string }).clusterIP;
      const taken = await second.request("POST", core("default", "services"), {
        body: service("thief", { clusterIP: held }),
      });
      expect(taken.status).toBe(422);
      expect(taken.body.message).toContain("provided IP is already allocated");
    } finally {
      await second.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

it("a data folder of another vocabulary is refused with one line", async () => {
  const dataDir = await temporaryFolder();
  try {
    await (await startTestServer({ dataDir })).stop();
    await expect(startTestServer({ dataDir, vocabulary: "orch" })).rejects.toThrow(
      /^.* holds a cluster of the vocabulary "kubernetes": start with --vocabulary=kubernetes, or with another --data-dir$/,
    );
    await (await startTestServer({ dataDir })).stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

it("a server starts while a required webhook is unavailable, and completes its startup objects once it is removed", async () => {
  const dataDir = await temporaryFolder();
  const hooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  const published = core("kube-system", "configmaps", "extension-apiserver-authentication");
  const webhook = {
    name: "away.example.com",
    clientConfig: { url: "https://127.0.0.1:9/" },
    rules: [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] }],
    failurePolicy: "Fail",
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  };
  try {
    const first = await startTestServer({ dataDir });
    await first.request("DELETE", published);
    const made = await first.request("POST", hooks, { body: { metadata: { name: "away" }, webhooks: [webhook] } });
    expect(made.status).toBe(201);
    await first.stop();

    const second = await startTestServer({ dataDir });
    try {
      expect((await second.request("GET", published)).status).toBe(404);
      expect((await second.request("DELETE", `${hooks}/away`)).status).toBe(200);
      await expect.poll(async () => (await second.request("GET", published)).status, { timeout: 20_000 }).toBe(200);
    } finally {
      await second.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
