import type { ApiObject } from "../../../../shared/object.ts";
import { compareQuantity, parseQuantity } from "../../../../shared/quantity.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout, refusal } from "../requests.ts";

interface ClaimParts {
  readonly spec?: {
    readonly storageClassName?: string;
    readonly resources?: { readonly requests?: { readonly storage?: string } };
  };
  readonly status?: { readonly phase?: string };
}

/** Permits a claim to request more only when it is bound and its storage class allows expansion. */
export function persistentVolumeClaimResize({
  reader,
  vocabulary,
}: Pick<AdmissionDependencies, "reader" | "vocabulary">): AdmissionPlugin {
  const classes = { group: vocabulary.render("storage.{domain}"), resource: "storageclasses" };
  const annotation = vocabulary.render("volume.beta.{labelDomain}/storage-class");
  const classOf = (claim: ApiObject): string =>
    claim.metadata.annotations?.[annotation] ?? (claim as ClaimParts).spec?.storageClassName ?? "";
  const canGrow = (object: ApiObject, before: ApiObject): boolean => {
    const name = classOf(object);
    return name !== "" && name === classOf(before) && reader.get(classes, "", name)?.["allowVolumeExpansion"] === true;
  };
  return {
    name: "PersistentVolumeClaimResize",
    handles: (request) => request.operation === "UPDATE" && isAbout(request, "persistentvolumeclaims"),
    validate(request) {
      const { object, oldObject } = request;
      if (object === undefined || oldObject === undefined || compareQuantity(size(object), size(oldObject)) <= 0)
        return;
      if ((oldObject as ClaimParts).status?.phase !== "Bound") {
        throw refusal(request, "Only bound persistent volume claims can be expanded");
      }
      if (canGrow(object, oldObject)) return;
      const message =
        "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must";
      throw refusal(request, `${message} support resize`);
    },
  };
}

const size = (claim: ApiObject) => parseQuantity((claim as ClaimParts).spec?.resources?.requests?.storage ?? "0");
