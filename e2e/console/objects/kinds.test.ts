import { describe, expect, test } from "vitest";
import { AUTHORITY, CERTIFICATE, REQUEST } from "../../../shared/x509/testing/samples.ts";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const NAMESPACE = "/api/v1/namespaces/default";
const scene = setScene();

describe("Views of individual kinds", () => {
  test("a secret hides its values until the user reveals them", async () => {
    const { page, byId, go, create } = scene;
    await create(`${NAMESPACE}/secrets`, { metadata: { name: "door" }, stringData: { password: "open sesame" } });
    await go("core/v1/secrets/default/door");
    await byId("data-entry").waitFor();
    expect(await byId("overview").textContent()).not.toContain("open sesame");
    await byId("reveal").click();
    await expect.poll(() => byId("data-value").textContent()).toBe("open sesame");
    await inspect(page, "secret");
  });

  test("a value of a megabyte is rendered only where visible", async () => {
    const { byId, go, create } = scene;
    const text = Array.from({ length: 40_000 }, (_, i) => `line ${i} of a long text`).join("\n");
    await create(`${NAMESPACE}/configmaps`, { metadata: { name: "long" }, data: { "long.txt": text } });
    await go("core/v1/configmaps/default/long");
    expect(await byId("data-value").textContent()).toBe(text);
    const blocks = byId("data-value").locator("span");
    const stylesOf = () => blocks.evaluateAll((all) => all.map((block) => getComputedStyle(block).contentVisibility));
    expect(await stylesOf()).toEqual(Array.from({ length: 200 }, () => "auto"));
  });

  test("a pod shows its containers and volumes", async () => {
    const { page, byId, go, create, api } = scene;
    const probe = { httpGet: { path: "/healthy", port: 80 }, periodSeconds: 5 };
    const main = { name: "main", image: "nginx:1.27", ports: [{ containerPort: 80 }], readinessProbe: probe };
    // No scheduler of this name exists, so that no node overwrites the status below.
    const spec = {
      schedulerName: "other-scheduler",
      initContainers: [{ name: "prepare", image: "busybox" }],
      containers: [{ ...main, volumeMounts: [{ name: "data", mountPath: "/data" }] }],
      volumes: [{ name: "data", secret: { secretName: "door" } }],
    };
    await create(`${NAMESPACE}/pods`, { metadata: { name: "web" }, spec });
    const state = { waiting: { reason: "CrashLoopBackOff", message: "back-off 5m0s restarting failed container" } };
    const containerStatuses = [{ name: "main", ready: false, restartCount: 4, image: "", imageID: "", state }];
    const status = { phase: "Running", containerStatuses };
    await api("PATCH", `${NAMESPACE}/pods/web/status`, { status }, "application/merge-patch+json");
    await go("core/v1/pods/default/web");
    await expect.poll(() => byId("containers").textContent()).toContain("4 restarts");
    expect(await byId("containers").textContent()).toContain("http :80/healthy");
    await inspect(page, "pod");
  });

  test("a deployment counts and lists its pods", async () => {
    const { page, byId, go, create, api } = scene;
    const labels = { app: "shop" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "shop", image: "shop:1" }] } };
    const spec = { replicas: 2, selector: { matchLabels: labels }, template };
    const apps = "/apis/apps/v1/namespaces/default";
    await create(`${apps}/deployments`, { metadata: { name: "shop" }, spec });
    const ownedBy = async (path: string, kind: string, name: string) => {
      const { uid } = (await api("GET", `${path}/${name}`)).body.metadata ?? {};
      return { labels, ownerReferences: [{ apiVersion: "apps/v1", kind, name, uid, controller: true }] };
    };
    const setMeta = await ownedBy(`${apps}/deployments`, "Deployment", "shop");
    await create(`${apps}/replicasets`, { metadata: { ...setMeta, name: "shop-1" }, spec: { ...spec, replicas: 0 } });
    const podMeta = await ownedBy(`${apps}/replicasets`, "ReplicaSet", "shop-1");
    for (const name of ["shop-1-a", "shop-1-b"]) {
      await create(`${NAMESPACE}/pods`, { metadata: { ...podMeta, name }, spec: template.spec });
    }
    await go("apps/v1/deployments/default/shop");
    await byId("pods-of").getByRole("link").nth(1).waitFor();
    await byId("related-graph").getByRole("link").nth(2).waitFor();
    await inspect(page, "deployment");
  });

  test("a cron job shows its next run, and none while suspended", async () => {
    const { page, byId, go, create, api } = scene;
    const jobs = "/apis/batch/v1/namespaces/default/cronjobs";
    const template = { spec: { restartPolicy: "Never", containers: [{ name: "report", image: "busybox" }] } };
    const spec = { schedule: "30 2 * * 1-5", timeZone: "Europe/Berlin", jobTemplate: { spec: { template } } };
    await create(jobs, { metadata: { name: "nightly" }, spec });
    await go("batch/v1/cronjobs/default/nightly");
    const next = byId("facts").locator(".property", { hasText: "Next run" });
    await next.getByText(/^in \d+[dhms]/).waitFor();
    await inspect(page, "cron-job");
    await api("PATCH", `${jobs}/nightly`, { spec: { suspend: true } }, "application/merge-patch+json");
    await next.waitFor({ state: "detached" });
  });

  test("certificates show their subject and expiry, and requests show their subject", async () => {
    const { page, byId, go, create } = scene;
    const keys = { "tls.crt": btoa(CERTIFICATE + AUTHORITY), "tls.key": btoa("a private key") };
    await create(`${NAMESPACE}/secrets`, { metadata: { name: "edge" }, type: "kubernetes.io/tls", data: keys });
    await go("core/v1/secrets/default/edge");
    const told = byId("certificate-tls.crt");
    await told.getByText("O=Shop, O=Web, CN=shop").waitFor();
    expect(await told.textContent()).toContain("Jan 1, 2027");
    await inspect(page, "secret-tls");
    const spec = { request: btoa(REQUEST), signerName: "kubernetes.io/kube-apiserver-client", usages: ["client auth"] };
    await create("/apis/certificates.k8s.io/v1/certificatesigningrequests", { metadata: { name: "jane" }, spec });
    await go("certificates.k8s.io/v1/certificatesigningrequests/_/jane");
    await byId("facts")
      .getByText(/CN=jane/)
      .waitFor();
  });

  test("a role shows a table of rules, and a definition shows a tree of its schema", async () => {
    const { page, go, create } = scene;
    await go("rbac.authorization.k8s.io/v1/clusterroles/_/view");
    await page.getByRole("table", { name: "Rules" }).waitFor();
    const brim = { type: "object", properties: { width: { type: "integer" } } };
    const spec = { type: "object", required: ["size"], properties: { size: { type: "integer" }, brim } };
    const properties = { spec };
    await create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      metadata: { name: "hats.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "hats", kind: "Hat" },
        versions: [
          { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", properties } } },
        ],
      },
    });
    await go("apiextensions.k8s.io/v1/customresourcedefinitions/_/hats.example.com");
    const nameOf = (text: string) => page.locator(".schemaName", { hasText: text });
    await nameOf("size").waitFor();
    expect(await nameOf("width").count()).toBe(0);
    await nameOf("brim").click();
    await nameOf("width").waitFor();
    await inspect(page, "definition");
  });
});
