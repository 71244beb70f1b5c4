import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout } from "../requests.ts";

/** Adds a finalizer to volumes and claims. A controller removes it once they are no longer used. */
export function storageObjectInUseProtection({
  vocabulary,
}: Pick<AdmissionDependencies, "vocabulary">): AdmissionPlugin {
  const finalizers: Readonly<Record<string, string>> = {
    persistentvolumes: vocabulary.render("{labelDomain}/pv-protection"),
    persistentvolumeclaims: vocabulary.render("{labelDomain}/pvc-protection"),
  };
  return {
    name: "StorageObjectInUseProtection",
    handles: (request) =>
      request.operation === "CREATE" &&
      (isAbout(request, "persistentvolumes") || isAbout(request, "persistentvolumeclaims")),
    admit({ object, resource }) {
      const finalizer = finalizers[resource.resource];
      if (object === undefined || finalizer === undefined) return;
      const given = object.metadata.finalizers ?? [];
      if (!given.includes(finalizer)) object.metadata.finalizers = [...given, finalizer];
    },
  };
}
