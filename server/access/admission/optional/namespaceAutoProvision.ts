import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout, refusal } from "../requests.ts";

const NAMESPACES = { group: "", resource: "namespaces" };

/** Creates the namespace of a new object if it does not exist. */
export const namespaceAutoProvision = ({
  reader,
  client,
}: Pick<AdmissionDependencies, "reader" | "client">): AdmissionPlugin => ({
  name: "NamespaceAutoProvision",
  handles: (request) =>
    request.operation === "CREATE" &&
    !request.dryRun &&
    request.namespace !== "" &&
    !isAbout(request, "namespaces", "", request.subresource),
  async admit(request) {
    const { namespace } = request;
    if (reader.get(NAMESPACES, "", namespace) !== undefined) return;
    try {
      await client().create({ ...NAMESPACES, version: "v1" }, { metadata: { name: namespace } });
    } catch (error) {
      if (isApiError(error, "AlreadyExists")) return;
      if (isApiError(error, "Forbidden")) throw error;
      throw refusal(request, messageOf(error));
    }
  },
});
