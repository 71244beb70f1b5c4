import type { ConsoleScene } from "../../consoleScene.ts";

/**
 * From the next page load on, views the scene's sandbox as the user jane, who may read only the namespace `default`.
 *
 * @param jane her identity in the format that pages store
 * @returns a function that ends it
 */
export async function viewAsJane({ page, cluster, create }: ConsoleScene, jane: string): Promise<() => Promise<void>> {
  await create("/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings", {
    metadata: { name: "looks-on" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "jane" }],
  });
  const key = `orrery.viewAs.${cluster}`;
  await page.evaluate(([name = "", text = ""]) => sessionStorage.setItem(name, text), [key, jane]);
  return () => page.evaluate(([name = ""]) => sessionStorage.removeItem(name), [key]);
}
