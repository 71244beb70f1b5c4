import { ApiError, forbidden, notFound } from "../../../../shared/status.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { nameOf } from "../requests.ts";

const NAMESPACES = { group: "", resource: "namespaces" };

/**
 * Keeps content inside living namespaces: nothing is written into one that does not exist, nothing new into one that is being
 * terminated; `default` and the system's own namespaces cannot be deleted. Deletion itself is always allowed, and access
 * reviews are, so that they do not tell whether a namespace exists.
 */
export function namespaceLifecycle({
  reader,
  vocabulary,
}: Pick<AdmissionDependencies, "reader" | "vocabulary">): AdmissionPlugin {
  const immortal = new Set(["default", vocabulary.systemNamespace, vocabulary.publicNamespace]);
  const reviewGroup = vocabulary.render("authorization.{domain}");
  const isNamespace = ({ kind }: AdmissionRequest): boolean => kind.group === "" && kind.kind === "Namespace";
  const protect = (request: AdmissionRequest): void => {
    if (request.operation === "DELETE" && isNamespace(request) && immortal.has(request.name)) {
      throw forbidden(request.resource, request.name, "this namespace may not be deleted");
    }
  };
  return {
    name: "NamespaceLifecycle",
    handles: ({ operation }) => operation !== "CONNECT",
    async admit(request) {
      const { operation, namespace, resource } = request;
      protect(request);
      if (isNamespace(request) || namespace === "" || operation === "DELETE") return;
      if (resource.group === reviewGroup && resource.resource === "localsubjectaccessreviews") return;
      let parent = reader.get(NAMESPACES, "", namespace);
      if (parent === undefined) {
        // Another server may have made it just now.
        await reader.fresh();
        parent = reader.get(NAMESPACES, "", namespace);
      }
      if (parent === undefined) throw notFound(NAMESPACES, namespace);
      const { phase } = (parent["status"] ?? {}) as { phase?: string };
      if (operation === "CREATE" && phase === "Terminating") throw terminating(request);
    },
    // Deletions have no object to change: they may come to validation alone.
    validate: protect,
  };
}

function terminating(request: AdmissionRequest): ApiError {
  const { namespace } = request;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { status } = forbidden(request.resource, nameOf(request), why);
  const cause = {
    reason: "NamespaceTerminating",
    message: `namespace ${namespace} is being terminated`,
    field: "metadata.namespace",
  };
  return new ApiError(403, "Forbidden", status.message ?? "", { ...status.details, causes: [cause] });
}
