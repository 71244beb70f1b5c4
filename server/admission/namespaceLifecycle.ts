import { ApiError, forbidden, notFound } from "../../shared/status.ts";
import type { AdmissionDependencies } from "./dependencies.ts";
import type { AdmissionPlugin, AdmissionRequest } from "./plugin.ts";
import { nameOf } from "./requests.ts";

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
  return {
    name: "NamespaceLifecycle",
    handles: ({ operation }) => operation !== "CONNECT",
    admit(request) {
      const { operation, namespace, resource } = request;
      if (isNamespace(request)) {
        if (operation === "DELETE" && immortal.has(request.name)) {
          throw forbidden(resource, request.name, "this namespace may not be deleted");
        }
        return;
      }
      if (namespace === "" || operation === "DELETE") return;
      if (resource.group === reviewGroup && resource.resource === "localsubjectaccessreviews") return;
      const parent = reader.get(NAMESPACES, "", namespace);
      if (parent === undefined) throw notFound(NAMESPACES, namespace);
      const { phase } = (parent["status"] ?? {}) as { phase?: string };
      if (operation === "CREATE" && phase === "Terminating") throw terminating(request);
    },
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
