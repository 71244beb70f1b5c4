import { describe, expect, it } from "vitest";
import { failure } from "../../../testing/testServices.ts";
import { run, testDependencies, testRequest } from "../testing/request.ts";
import { persistentVolumeClaimResize } from "./persistentVolumeClaimResize.ts";

const dependencies = testDependencies();
const addClass = (name: string, allowVolumeExpansion?: boolean): void =>
  dependencies.reader.put(
    { group: "storage.k8s.io", resource: "storageclasses" },
    { metadata: { name }, allowVolumeExpansion },
  );
addClass("grows", true);
addClass("stays", false);
addClass("silent");

const claim = (storage: string, storageClassName: string | undefined, phase = "Bound") => ({
  metadata: { name: "c" },
  spec: { storageClassName, resources: { requests: { storage } } },
  status: { phase },
});
const resize = (from: ReturnType<typeof claim>, to: ReturnType<typeof claim>, subresource = "") =>
  run(
    persistentVolumeClaimResize(dependencies),
    testRequest("persistentvolumeclaims", to, { operation: "UPDATE", oldObject: from, subresource }),
  );

describe("persistentVolumeClaimResize", () => {
  it("allows expansion of bound claims with an expandable class, and unchanged sizes of others", async () => {
    await resize(claim("1Gi", "grows"), claim("2Gi", "grows"));
    await resize(claim("1Gi", "stays"), claim("1024Mi", "stays"));
    await resize(claim("2Gi", undefined, "Pending"), claim("1Gi", undefined, "Pending"));
    await resize(claim("1Gi", "stays"), claim("2Gi", "stays"), "status");
  });

  it.each(["stays", "silent", "none", "", undefined])("rejects expansion with class %s", async (name) => {
    const refused = await failure(() => resize(claim("1Gi", name), claim("2Gi", name)));
    expect(refused).toMatchObject({
      code: 403,
      message:
        'persistentvolumeclaims "c" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
    });
  });

  it("rejects expansion of an unbound claim", async () => {
    const refused = await failure(() => resize(claim("1Gi", "grows", "Pending"), claim("2Gi", "grows", "Pending")));
    expect(refused.message).toBe(
      'persistentvolumeclaims "c" is forbidden: Only bound persistent volume claims can be expanded',
    );
  });
});
