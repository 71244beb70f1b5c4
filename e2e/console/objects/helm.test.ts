import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Client, clientProgram, createClient } from "../../command.ts";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect, inspectLayout } from "../../inspect.ts";

const CHART = `apiVersion: v2
name: web
version: 0.4.0
appVersion: "1.3"
description: The shop's front.
`;

const VALUES = `image: {repository: shop/web, tag: "1.2"}
replicas: 2
resources: {limits: {cpu: 1000m, memory: 128Mi}}
admin: {user: shop, password: change-me-first}
`;

const TEMPLATES = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-settings}
data:
  mode: fast
---
apiVersion: v1
kind: Secret
metadata: {name: {{ .Release.Name }}-admin}
stringData:
  password: {{ .Values.admin.password | quote }}
---
apiVersion: v1
kind: Service
metadata: {name: {{ .Release.Name }}}
spec:
  selector: {app: {{ .Release.Name }}}
  ports: [{name: http, port: 80, targetPort: 8080}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicas }}
  selector:
    matchLabels: {app: {{ .Release.Name }}}
  template:
    metadata:
      labels: {app: {{ .Release.Name }}}
    spec:
      containers:
        - name: web
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
          resources: {{ toJson .Values.resources }}
          env: [{name: ADMIN_PASSWORD, value: {{ .Values.admin.password | quote }}}]
`;

const HOOK = `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-before
  annotations: {helm.sh/hook: "pre-install,pre-upgrade", helm.sh/hook-weight: "-5"}
data: {kept: "yes"}
`;

const NOTES = `Log in as {{ .Values.admin.user }} with {{ .Values.admin.password }}.
`;

const SECRET = "open-sesame-47";
const folder = mkdtempSync(join(tmpdir(), "orrery-chart-"));
let helm: Client;

const scene = setScene(async ({ page, cluster }) => {
  const clusters: { id: string; kubeconfig: string }[] = await (
    await page.request.get(new URL("/host/clusters", page.url()).href)
  ).json();
  const kubeconfig = clusters.find(({ id }) => id === cluster)?.kubeconfig ?? "";
  helm = createClient(clientProgram("helm"), { KUBECONFIG: kubeconfig, HOME: folder });
  mkdirSync(join(folder, "templates"));
  for (const [name, text] of Object.entries({
    "Chart.yaml": CHART,
    "values.yaml": VALUES,
    "templates/all.yaml": TEMPLATES,
    "templates/before.yaml": HOOK,
    "templates/NOTES.txt": NOTES,
  })) {
    writeFileSync(join(folder, name), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const release = (name: string) => scene.byId("releases-row").filter({ hasText: name });
const standing = (name: string, how: string) =>
  scene.page.locator(`[data-testid="standing"][data-name="${name}"][data-standing="${how}"]`);
const text = () => scene.byId("text-view");

describe("Helm releases of a cluster", () => {
  test("are empty at first, and the page explains how to install one", async () => {
    const { page, byId, go } = scene;
    await go("");
    await byId("side-helm").click();
    await byId("releases-empty").waitFor();
    expect(await byId("command-line").textContent()).toContain("helm install my-release ./chart --kubeconfig");
    await inspect(page, "helm-empty");
  });

  test("appear as helm installs them", async () => {
    const { page, byId, create } = scene;
    await create("/api/v1/namespaces", { metadata: { name: "shop" } });
    await helm.ok(["install", "front", folder, "-n", "shop", "--set", "replicas=2"]);
    await release("front").filter({ hasText: "deployed" }).filter({ hasText: "web 0.4.0" }).waitFor();
    await helm.ok(["upgrade", "front", folder, "-n", "shop", "--set", `image.tag=1.3,admin.password=${SECRET}`]);
    await helm.ok(["install", "search", folder]);
    await helm.ok(["install", "in-config", folder], { env: { HELM_DRIVER: "configmap" } });
    // A damaged release is reported, and does not hide the others.
    await create("/api/v1/namespaces/shop/secrets", {
      metadata: {
        name: "sh.helm.release.v1.broken.v3",
        labels: { owner: "helm", name: "broken", version: "3", status: "pending-upgrade", modifiedAt: "1700000000" },
      },
      type: "helm.sh/release.v1",
      data: { release: "bm8gcmVsZWFzZQ==" },
    });
    await release("broken").getByText("cannot be read").waitFor();
    await release("in-config").filter({ hasText: "web 0.4.0" }).waitFor();
    await expect.poll(() => byId("release-count").textContent()).toBe("4 releases");
    await inspect(page, "helm-releases", ["light", "dark"]);
    await byId("filter").fill("shop dep");
    await page.waitForURL(/q=shop/);
    await expect.poll(() => byId("releases-row").count()).toBe(1);
    await page.reload();
    await expect.poll(() => byId("releases-row").count()).toBe(1);
    await byId("filter").fill("none such");
    await byId("releases-no-match").waitFor();
    await byId("filter").fill("");
  });

  test("can be reached by keyboard", async () => {
    const { page, byId } = scene;
    await release("front").waitFor();
    await byId("releases").focus();
    for (let i = 0; i < 4; i += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/helm\/shop\/front\/objects$/);
  });
});

describe("Helm release", () => {
  longTest("shows whether its objects match the manifest, which differ, and who changed them", async () => {
    const { page, byId, go, api } = scene;
    await go("helm/shop/front");
    await byId("standing-all").filter({ hasText: "All 4 objects" }).waitFor();
    const scale = { spec: { replicas: 5 } };
    const deployments = "/apis/apps/v1/namespaces/shop/deployments/front?fieldManager=night-shift";
    await api("PATCH", deployments, scale, "application/merge-patch+json");
    await api("DELETE", "/api/v1/namespaces/shop/configmaps/front-settings");
    const secret = "/api/v1/namespaces/shop/secrets/front-admin?fieldManager=rotation";
    await api("PATCH", secret, { stringData: { password: "other" } }, "application/merge-patch+json");
    await byId("tally-missing").waitFor();
    await standing("front-settings", "missing").waitFor();
    const changed = standing("front", "changed").first();
    await changed.getByText("spec.replicas").waitFor();
    await changed.getByText("night-shift").waitFor();
    const admin = standing("front-admin", "changed");
    await admin.getByText("rotation").waitFor();
    expect(await admin.textContent()).not.toContain("b3BlbiBzZXNhbWU");
    await inspect(page, "helm-objects", ["light", "dark"]);
    await byId("tally-changed").click();
    await page.waitForURL(/standing=changed/);
    await standing("front-settings", "missing").waitFor({ state: "detached" });
    await byId("tally-changed").click();
    await changed.getByRole("link", { name: "front", exact: true }).click();
    await page.waitForURL(/apps\/v1\/deployments\/shop\/front\/overview/);
    await page.goBack();
  });

  longTest("hides possible secrets in values, manifest and notes until the user reveals them", async () => {
    const { page, byId } = scene;
    await byId("tab-values").click();
    await text().getByText("1.3").waitFor();
    expect(await text().textContent()).not.toContain(SECRET);
    await inspect(page, "helm-values");
    await byId("which-values").getByText("Computed").click();
    await page.waitForURL(/values=all/);
    await text().getByText("repository").waitFor();
    await byId("tab-manifest").click();
    await text().getByText("password").first().waitFor();
    expect(await text().textContent()).not.toContain(SECRET);
    await inspect(page, "helm-manifest");
    // The page renders only visible lines.
    await text().getByText("password").first().click();
    await page.keyboard.press("Control+End");
    await text().getByText("ADMIN_PASSWORD").waitFor();
    expect(await text().textContent()).not.toContain(SECRET);
    await byId("tab-notes").click();
    await text().getByText("Log").waitFor();
    expect(await text().textContent()).not.toContain(SECRET);
    await byId("reveal-view").click();
    await text().getByText(SECRET).waitFor();
    await byId("tab-hooks").click();
    await page.getByText("pre-install, pre-upgrade").waitFor();
    await inspect(page, "helm-hooks");
  });

  longTest("compares revisions and shows an old one", async () => {
    const { page, byId } = scene;
    await byId("tab-revisions").click();
    await byId("revision-1").getByText("Install complete").waitFor();
    await byId("diff").getByText("shop/web:1.2").first().waitFor();
    await inspect(page, "helm-revisions", ["light", "dark"]);
    await byId("compare-what").getByText("User-supplied").click();
    await page.waitForURL(/compare=given/);
    await byId("diff").getByText("tag").first().waitFor();
    await byId("revision-menu").click();
    await byId("show-revision-1").click();
    await page.waitForURL(/rev=1/);
    await byId("tab-values").click();
    await text().getByText("replicas").waitFor();
  });

  test("offers helm command lines and never changes anything itself", async () => {
    const { page, byId } = scene;
    await byId("helm-commands").click();
    const lines = byId("helm-commands-dialog");
    await lines.getByText("helm rollback front 1 --wait --namespace shop --kubeconfig").waitFor();
    await inspect(page, "helm-commands");
    await page.keyboard.press("Escape");
  });

  test("reports a damaged, interrupted or deleted release", async () => {
    const { page, byId, go } = scene;
    await go("helm/shop/broken");
    await byId("release-damaged").getByText("not base64").waitFor();
    await byId("interrupted").waitFor();
    await inspect(page, "helm-damaged");
    await go("helm/shop/nothing");
    await byId("release-gone").waitFor();
    await go("helm/shop/front?rev=9");
    await byId("revision-gone").waitFor();
    await inspectLayout(page, "helm-revision-gone");
  });

  test("updates as helm changes it", async () => {
    const { byId, go } = scene;
    await go("helm/shop/front");
    await helm.ok(["rollback", "front", "1", "-n", "shop"]);
    await byId("revision-menu").filter({ hasText: "Revision 3" }).waitFor();
    await byId("standing-all").waitFor();
    await helm.ok(["uninstall", "front", "-n", "shop"]);
    await byId("release-gone").waitFor();
  });
});
