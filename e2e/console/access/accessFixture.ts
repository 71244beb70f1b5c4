import type { Page } from "playwright-core";
import { type ConsoleScene, setScene } from "../../consoleScene.ts";

export const RBAC = "/apis/rbac.authorization.k8s.io/v1";
export const GROUP = "rbac.authorization.k8s.io";

/** Binds a role to subjects in the namespace `shop`. */
export const bind = (scene: ConsoleScene, name: string, [kind, role]: readonly [string, string], subjects: object[]) =>
  scene.create(`${RBAC}/namespaces/shop/rolebindings`, {
    metadata: { name, namespace: "shop" },
    roleRef: { apiGroup: GROUP, kind, name: role },
    subjects,
  });

/** A scene with a namespace `shop`: a role that several subjects hold, one whose role is missing, and one that may edit. */
export const setAccessScene = (): ConsoleScene =>
  setScene(async (scene) => {
    const { create } = scene;
    await create("/api/v1/namespaces", { metadata: { name: "shop" } });
    await create("/api/v1/namespaces/shop/serviceaccounts", { metadata: { name: "builder" } });
    await create(`${RBAC}/namespaces/shop/roles`, {
      metadata: { name: "pod-reader", namespace: "shop" },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }],
    });
    const alice = { apiGroup: GROUP, kind: "User", name: "alice" };
    await bind(
      scene,
      "readers",
      ["Role", "pod-reader"],
      [
        alice,
        { apiGroup: GROUP, kind: "Group", name: "shop-team" },
        { kind: "ServiceAccount", name: "builder", namespace: "shop" },
      ],
    );
    await bind(scene, "broken", ["Role", "gone"], [alice]);
    await bind(scene, "config", ["ClusterRole", "edit"], [{ apiGroup: GROUP, kind: "Group", name: "shop-leads" }]);
  });

/** Chooses an option of one of the console's select boxes. */
export async function choose(page: Page, id: string, option: string): Promise<void> {
  await page.getByTestId(id).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}
