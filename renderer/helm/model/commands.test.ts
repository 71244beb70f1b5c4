import { expect, it } from "vitest";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { helmLine } from "./commands.ts";

const cluster = { kubeconfig: "/home/a b/config" } as ClusterSummary;

it("names the file of a sandbox, and the context of a remote cluster", () => {
  expect(helmLine(cluster, "shop", "rollback", "web", "2")).toBe(
    "helm rollback web 2 --namespace shop --kubeconfig '/home/a b/config'",
  );
  const remote = { kubeconfig: "/k/config", context: "it's prod" } as ClusterSummary;
  const pasted = { kubeconfig: "pasted text", context: "c" } as ClusterSummary;
  expect(helmLine(pasted, "", "list")).toBe("helm list --kube-context c");
  expect(helmLine(remote, "", "list")).toBe(`helm list --kubeconfig /k/config --kube-context 'it'\\''s prod'`);
});
