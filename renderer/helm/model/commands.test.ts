import { expect, it } from "vitest";
import { helmLine } from "./commands.ts";

it("includes the file, the context of the cluster, and the impersonated identity", () => {
  expect(helmLine({ kubeconfig: "/home/a b/config" }, "shop", "rollback", "web", "2")).toBe(
    "helm rollback web 2 --namespace shop --kubeconfig '/home/a b/config'",
  );
  expect(helmLine({ kubeconfig: "/k/config", context: "it's prod" }, "", "list")).toBe(
    `helm list --kubeconfig /k/config --kube-context 'it'\\''s prod'`,
  );
  expect(helmLine({ context: "c", viewAs: { username: "ann", groups: ["dev"] } }, "", "list")).toBe(
    "helm list --kube-as-user ann --kube-as-group dev --kube-context c",
  );
});
