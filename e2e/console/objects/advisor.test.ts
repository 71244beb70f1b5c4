import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { dropFiles } from "../../dropFiles.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
const OLD_BUDGET = `apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata:
  name: storefront
  namespace: default
spec:
  minAvailable: 1
  selector:
    matchLabels:
      app: storefront
`;

const scene = setScene();
const version = (name: string) => scene.byId(`version-${name}`);

describe("Deprecated versions used in a cluster", () => {
  test("are empty at first", async () => {
    const { page, byId, go } = scene;
    await go("");
    await byId("side-advisor").click();
    await byId("nothing-ends").waitFor();
    // What the page asks at first is what the next upgrade would break.
    expect(await byId("advice-target").textContent()).toContain("1.33");
    await inspect(page, "advisor-nothing");
  });

  test("are listed per object with evidence and differences", async () => {
    const { page, byId, create } = scene;
    await create("/apis/policy/v1/namespaces/default/poddisruptionbudgets", {
      metadata: {
        name: "storefront",
        annotations: { [LAST_APPLIED]: JSON.stringify({ apiVersion: "policy/v1beta1", kind: "PodDisruptionBudget" }) },
      },
      spec: { minAvailable: 1, selector: { matchLabels: { app: "storefront" } } },
    });
    await create("/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", {
      metadata: { name: "storefront" },
      spec: {
        maxReplicas: 4,
        scaleTargetRef: { apiVersion: "extensions/v1beta1", kind: "Deployment", name: "storefront" },
      },
    });
    await byId("look-again").click();
    const budget = version("policy/v1beta1-PodDisruptionBudget");
    await budget.getByText("was applied in this version").waitFor();
    expect(await budget.textContent()).toContain("removed in 1.25");
    expect(await budget.textContent()).toContain("policy/v1");
    await version("extensions/v1beta1-Deployment").getByText("names it at spec.scaleTargetRef").waitFor();
    const holder = version("extensions/v1beta1-Deployment").getByRole("link");
    expect(await holder.textContent()).toBe("HorizontalPodAutoscaler default/storefront");
    expect(await holder.getAttribute("href")).toMatch(/horizontalpodautoscalers\/default\/storefront/);
    await budget.locator("summary").click();
    await inspect(page, "advisor-cluster", ["light", "dark"]);
    await budget.getByRole("link", { name: "default/storefront" }).click();
    await page.waitForURL(/\/policy\/v1\/poddisruptionbudgets\/default\/storefront/);
  });

  test("depend on the chosen release", async () => {
    const { page, byId, go } = scene;
    await go("advisor");
    await version("policy/v1beta1-PodDisruptionBudget").waitFor();
    await byId("advice-target").click();
    await byId("target-1.21").click();
    await page.waitForURL(/release=1\.21/);
    const budget = version("policy/v1beta1-PodDisruptionBudget");
    await budget.getByText("deprecated since 1.21").waitFor();
    expect(await budget.textContent()).toContain("no longer served from 1.25");
    // The address contains the release.
    await page.reload();
    await version("policy/v1beta1-PodDisruptionBudget").getByText("deprecated since 1.21").waitFor();
  });
});

describe("Manifests", () => {
  longTest("are checked and converted while the user types", async () => {
    const { page, byId, go, paste } = scene;
    await go("advisor?view=manifests");
    await byId("advice-paste").waitFor();
    await inspect(page, "advisor-empty");
    await byId("advice-example").click();
    await version("extensions/v1beta1-Ingress").waitFor();
    await version("batch/v1beta1-CronJob").waitFor();
    await expect.poll(() => byId("text-advice").textContent()).toContain("4 documents");
    await inspect(page, "advisor-manifests", ["light", "dark"]);
    await byId("advice-shows-converted").check();
    await byId("diff").getByText("pathType").first().waitFor();
    await inspect(page, "advisor-converted");
    await byId("advice-shows-text").check();
    await paste(OLD_BUDGET);
    await expect.poll(() => byId("text-advice").textContent()).toContain("1 document");
    await version("extensions/v1beta1-Ingress").waitFor({ state: "detached" });
  });

  test("can be opened on the page for new objects once converted", async () => {
    const { page, byId, go, paste } = scene;
    await go("advisor?view=manifests");
    await paste(OLD_BUDGET.replace("name: storefront", "name: converted"));
    await version("policy/v1beta1-PodDisruptionBudget").waitFor();
    await expect.poll(() => byId("text-advice").getAttribute("aria-busy")).toBe("false");
    await byId("open-converted").click();
    await page.waitForURL(/\/policy\/v1\/poddisruptionbudgets\/new/);
    await byId("create-apply").click();
    await page.waitForURL(/poddisruptionbudgets\/default\/converted/);
  });

  test("that cannot be parsed are reported with their line, without a conversion", async () => {
    const { byId, go, paste } = scene;
    await go("advisor?view=manifests");
    await paste(`${OLD_BUDGET}---\nkind: [\n`);
    await byId("advice-problem").filter({ hasText: "line 12" }).waitFor();
    expect(await byId("open-converted").count()).toBe(0);
  });

  test("can be dropped as files on this page", async () => {
    const { page, byId, go } = scene;
    await go("advisor?view=manifests");
    await byId("editor").waitFor();
    await dropFiles(page, [{ name: "old.yaml", text: OLD_BUDGET }], { target: '[data-testid="drop-area"]' });
    await expect.poll(() => byId("text-advice").textContent()).toContain("1 document");
    expect(page.url()).toContain("/advisor");
  });
});
