import { Link } from "react-router";
import type { BindingShape, RoleRef } from "../../../shared/rbac/types.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { objectUrl } from "../../app/urls.ts";

function useRbacUrl(resource: string, namespace: string, name: string): string {
  const { cluster, vocabulary } = useClusterScope();
  return objectUrl(cluster.id, { group: vocabulary.rbacGroup, version: "v1", resource }, { namespace, name });
}

/** A binding by kind and name, as a link to its page. */
export function BindingLink({ binding }: { binding: BindingShape }) {
  const wide = binding.namespace === "";
  const url = useRbacUrl(wide ? "clusterrolebindings" : "rolebindings", binding.namespace, binding.name);
  return (
    <Link to={url}>
      <span className="faint">{wide ? "ClusterRoleBinding" : "RoleBinding"}</span>{" "}
      {wide ? binding.name : `${binding.namespace}/${binding.name}`}
    </Link>
  );
}

/** The role that a binding refers to, as a link to its page. */
export function RoleLink({ roleRef, namespace }: { roleRef: RoleRef; namespace: string }) {
  const own = roleRef.kind === "Role";
  const url = useRbacUrl(own ? "roles" : "clusterroles", own ? namespace : "", roleRef.name);
  return (
    <Link to={url}>
      <span className="faint">{roleRef.kind}</span> {roleRef.name}
    </Link>
  );
}
