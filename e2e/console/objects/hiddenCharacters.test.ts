import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";

const OVERRIDE = "\u202e";
const SHOWN = "⟨U+202E⟩";
const NAME = `viewer${OVERRIDE}nimda`;

const scene = setScene(async ({ create }) => {
  await create("/api/v1/namespaces/default/pods", {
    metadata: { name: "disguised", annotations: { note: `run ${OVERRIDE}this` } },
    spec: {
      containers: [{ name: "web", image: "nginx", command: ["sh", "-c", `echo ${OVERRIDE}harmless`] }],
    },
  });
  await create("/apis/rbac.authorization.k8s.io/v1/clusterroles", { metadata: { name: NAME }, rules: [] });
  await create("/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings", {
    metadata: { name: NAME },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: NAME },
    subjects: [{ kind: "ServiceAccount", name: "default", namespace: "default" }],
  });
  await create("/api/v1/namespaces/default/events", {
    metadata: { name: "disguised.1" },
    involvedObject: { kind: "Pod", name: "disguised", namespace: "default" },
    type: "Warning",
    reason: "Odd",
    message: `image ${OVERRIDE}txt.exe`,
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:00Z",
  });
});

const expectMarked = async (text: string): Promise<void> => {
  await scene.page.getByText(text).first().waitFor();
  expect(await scene.page.locator("body").innerText()).not.toContain(OVERRIDE);
};

test("characters that reverse the direction of text are marked in commands, annotations, events, and names", async () => {
  const { go } = scene;
  await go("core/v1/pods/default/disguised");
  await expectMarked(`echo ${SHOWN}harmless`);
  await expectMarked(`run ${SHOWN}this`);
  await go("core/v1/events?ns=default");
  await expectMarked(`image ${SHOWN}txt.exe`);
  await go("rbac.authorization.k8s.io/v1/clusterroles?q=viewer");
  await expectMarked(`viewer${SHOWN}nimda`);
  await go(`rbac.authorization.k8s.io/v1/clusterroles/_/${encodeURIComponent(NAME)}`);
  await scene.byId("overview").waitFor();
  await scene.page.getByRole("heading", { name: `viewer${SHOWN}nimda` }).waitFor();
  await scene.byId("delete").click();
  await scene.byId("delete-dialog").waitFor();
  await expectMarked(`viewer${SHOWN}nimda`);
});

longTest("they are marked on the map, in the palette, and in the Orrery view", async () => {
  const { page, byId, go, load } = scene;
  await go("map?ns=default&q=viewer");
  await page.locator('[data-testid="map-thing"]', { hasText: SHOWN }).first().waitFor();
  await expectMarked(`viewer${SHOWN}nimda`);
  await go("map?ns=default&q=viewer&as=list");
  await byId("map-list").getByText(SHOWN).first().waitFor();
  await expectMarked(`viewer${SHOWN}nimda`);
  await load("orrery");
  await byId("orrery-actions").getByText(`viewer${SHOWN}nimda`).first().waitFor();
  await expectMarked(`viewer${SHOWN}nimda`);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("viewer");
  await page
    .getByRole("option", { name: `viewer${SHOWN}nimda` })
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
});
