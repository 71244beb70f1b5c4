import { stringify } from "yaml";
import type { AccessRequest, PolicyRule } from "../../../shared/rbac/types.ts";
import { bindingName } from "./bindingText.ts";

/** The rule that allows a request and nothing else. */
export function ruleFor(request: AccessRequest): PolicyRule {
  const verbs = [request.verb];
  if (!request.resourceRequest) return { nonResourceURLs: [request.path], verbs };
  const { group, resource, subresource, name } = request;
  return {
    apiGroups: [group],
    resources: [subresource === "" ? resource : `${resource}/${subresource}`],
    ...(name === "" ? {} : { resourceNames: [name] }),
    verbs,
  };
}

/** A role with one rule: its name, and the document that makes it. */
export interface NewRole {
  readonly kind: "Role" | "ClusterRole";
  readonly name: string;
  readonly text: string;
}

/** A role that allows only this request: in the request's namespace, or in the whole cluster. */
export function roleFor(rbacGroup: string, request: AccessRequest): NewRole {
  const namespace = request.resourceRequest ? request.namespace : "";
  const kind = namespace === "" ? "ClusterRole" : "Role";
  const rule = ruleFor(request);
  const name = bindingName((rule.resources ?? rule.nonResourceURLs ?? []).join("-"), request.verb);
  const text = stringify({
    apiVersion: `${rbacGroup}/v1`,
    kind,
    metadata: { name, ...(namespace === "" ? {} : { namespace }) },
    rules: [rule],
  });
  return { kind, name, text };
}
