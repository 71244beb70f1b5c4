import { describe, expect, it } from "vitest";
import { run, testDependencies, testRequest } from "../testing/request.ts";
import { namespaceLifecycle } from "./namespaceLifecycle.ts";

const dependencies = testDependencies();
const plugin = namespaceLifecycle(dependencies);
for (const [name, phase] of [
  ["n", "Active"],
  ["going", "Terminating"],
] as const) {
  dependencies.reader.put({ group: "", resource: "namespaces" }, { metadata: { name }, status: { phase } });
}
const map = () => ({ metadata: { name: "late" } });
const ask = (resource: string, parts: Parameters<typeof testRequest>[2] = {}) =>
  run(plugin, testRequest(resource, map(), parts));

describe("NamespaceLifecycle", () => {
  it("allows content in active namespaces and cluster-scoped objects anywhere", async () => {
    await ask("configmaps");
    await ask("nodes", { namespace: "" });
    await ask("namespaces", { namespace: "new" });
  });

  it("rejects content in missing namespaces", async () => {
    const missing = { code: 404, message: 'namespaces "none" not found' };
    await expect(ask("configmaps", { namespace: "none" })).rejects.toMatchObject(missing);
    await expect(ask("configmaps", { namespace: "none", operation: "UPDATE" })).rejects.toMatchObject(missing);
    await ask("configmaps", { namespace: "none", operation: "DELETE" });
  });

  it("rejects new content in terminating namespaces but allows updates", async () => {
    await expect(ask("configmaps", { namespace: "going" })).rejects.toMatchObject({
      code: 403,
      status: {
        message:
          'configmaps "late" is forbidden: unable to create new content in namespace going because it is being terminated',
        details: {
          name: "late",
          kind: "configmaps",
          causes: [
            {
              reason: "NamespaceTerminating",
              message: "namespace going is being terminated",
              field: "metadata.namespace",
            },
          ],
        },
      },
    });
    await ask("configmaps", { namespace: "going", operation: "UPDATE" });
  });

  it.each(["default", "kube-system", "kube-public"])("protects %s from deletion", async (name) => {
    const request = testRequest("namespaces", undefined, { operation: "DELETE", name, namespace: name });
    await expect(run(plugin, request)).rejects.toThrow(
      `namespaces "${name}" is forbidden: this namespace may not be deleted`,
    );
  });

  it("allows deletion of other namespaces, and access reviews in any namespace", async () => {
    await run(plugin, testRequest("namespaces", undefined, { operation: "DELETE", name: "x", namespace: "x" }));
    await ask("localsubjectaccessreviews", { namespace: "none", group: "authorization.k8s.io" });
  });
});
