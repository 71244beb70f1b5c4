import type { ConsoleScene } from "../consoleScene.ts";

/**
 * Views the scene's sandbox as the user jane, who may read the namespace `default` only, from the next load on.
 *
 * @param jane her identity as pages keep it
 * @returns what ends it
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
