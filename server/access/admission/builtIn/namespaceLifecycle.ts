import { ApiError, forbidden, notFound } from "../../../../shared/status.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { nameOf } from "../requests.ts";

const NAMESPACES = { group: "", resource: "namespaces" };

/**
 * Requires existing namespaces: nothing can be written in a missing one, and nothing created in a terminating one.
 * `default` and the system's own namespaces cannot be deleted. Deletions are always allowed. Access reviews are, too,
 * so that they do not reveal whether a namespace exists.
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
        // Another server may have just created the namespace.
        await reader.fresh();
        parent = reader.get(NAMESPACES, "", namespace);
      }
      if (parent === undefined) throw notFound(NAMESPACES, namespace);
      const { phase } = (parent["status"] ?? {}) as { phase?: string };
      if (operation === "CREATE" && phase === "Terminating") throw terminating(request);
    },
    // Deletions have no object to mutate, so validation alone may see them.
    validate: protect,
  };
}

function terminating(request: AdmissionRequest): ApiError {
  const { namespace } = request;
  const message = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { status } = forbidden(request.resource, nameOf(request), message);
  const cause = {
    reason: "NamespaceTerminating",
    message: `namespace ${namespace} is being terminated`,
    field: "metadata.namespace",
  };
  return new ApiError(403, "Forbidden", status.message ?? "", { ...status.details, causes: [cause] });
}
