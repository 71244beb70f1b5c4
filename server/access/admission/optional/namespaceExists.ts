import { notFound } from "../../../../shared/status.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout } from "../requests.ts";

const NAMESPACES = { group: "", resource: "namespaces" };

/** Forbids writes and deletions in a namespace that does not exist. */
export const namespaceExists = ({ reader }: Pick<AdmissionDependencies, "reader">): AdmissionPlugin => ({
  name: "NamespaceExists",
  handles: (request) =>
    request.operation !== "CONNECT" &&
    request.namespace !== "" &&
    !isAbout(request, "namespaces", "", request.subresource),
  validate({ namespace }) {
    if (reader.get(NAMESPACES, "", namespace) === undefined) throw notFound(NAMESPACES, namespace);
  },
});
