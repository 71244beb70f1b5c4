import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout } from "../requests.ts";
import { defaultClass } from "./defaultClass.ts";

/** The annotations that mark the default storage class. */
export const defaultStorageClassMarks = ({ render }: Vocabulary): readonly string[] =>
  ["storageclass.{labelDomain}/is-default-class", "storageclass.beta.{labelDomain}/is-default-class"].map(render);

/** Sets the default class, if there is one, on claims that name no storage class, not even the empty one. */
export function defaultStorageClass({
  reader,
  vocabulary,
}: Pick<AdmissionDependencies, "reader" | "vocabulary">): AdmissionPlugin {
  const classes = { group: vocabulary.render("storage.{domain}"), resource: "storageclasses" };
  const marks = defaultStorageClassMarks(vocabulary);
  const legacyClass = vocabulary.render("volume.beta.{labelDomain}/storage-class");
  return {
    name: "DefaultStorageClass",
    handles: (request) => request.operation === "CREATE" && isAbout(request, "persistentvolumeclaims"),
    admit({ object }) {
      if (object === undefined) return;
      const spec = (object["spec"] ?? {}) as { storageClassName?: string };
      if (spec.storageClassName !== undefined) return;
      if (object.metadata.annotations?.[legacyClass] !== undefined) return;
      const name = defaultClass(reader.list(classes), marks)?.metadata.name;
      if (name !== undefined) object["spec"] = { ...spec, storageClassName: name };
    },
  };
}
