import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { type Features, isOn } from "../../../api/registry/features.ts";
import { clusterBindings, namespacedBindings } from "./bindings.ts";
import { componentRoles } from "./componentRoles.ts";
import { controllerRolesAtoK } from "./controllerRolesAtoK.ts";
import { controllerRolesLtoZ } from "./controllerRolesLtoZ.ts";
import { namespacedRoles } from "./namespacedRoles.ts";
import { nodeRoles } from "./nodeRoles.ts";
import { publicRoles } from "./publicRoles.ts";
import { account, type DefaultBinding, type DefaultRole } from "./shapes.ts";
import { userRoles } from "./userRoles.ts";

const GROUP = "rbac.authorization.{domain}";
const AGGREGATE_LABEL = "rbac.authorization.{domain}/aggregate-to-";
/** Set to `false` on a stored object to keep it from being reconciled. */
export const AUTOUPDATE_ANNOTATION = "rbac.authorization.{labelDomain}/autoupdate";

/** The default roles and bindings by resource, rendered with one vocabulary. */
export interface DefaultObjects {
  readonly clusterroles: readonly ApiObject[];
  readonly clusterrolebindings: readonly ApiObject[];
  readonly roles: readonly ApiObject[];
  readonly rolebindings: readonly ApiObject[];
}

const controllerRoles = [...controllerRolesAtoK, ...controllerRolesLtoZ];

/** The binding of a controller's role to the service account named by the last part of the role's name. */
const controllerBinding = ({ name }: DefaultRole): DefaultBinding => ({
  name,
  subjects: [account(name.slice(name.lastIndexOf(":") + 1))],
});

/**
 * All default roles and bindings of the release, as complete objects without server-set metadata.
 * @param features which features are on, because some roles depend on them; default: each feature's default
 */
export function defaultObjects(vocabulary: Vocabulary, features?: Features): DefaultObjects {
  const exists = ({ gate }: DefaultRole): boolean => gate === undefined || isOn(features, gate);
  const withGated = ({ gated, ...role }: DefaultRole): DefaultRole =>
    gated !== undefined && isOn(features, gated.gate)
      ? { ...role, rules: [...(role.rules ?? []), ...gated.rules] }
      : role;
  const roles = [...userRoles, ...publicRoles, ...componentRoles, ...nodeRoles, ...controllerRoles];
  const controllerBindings = controllerRoles.filter(exists).map(controllerBinding);
  return vocabulary.renderValue({
    clusterroles: roles.filter(exists).map(withGated).map(roleObject),
    clusterrolebindings: [...clusterBindings, ...controllerBindings].map(bindingObject),
    roles: namespacedRoles.map(roleObject),
    rolebindings: namespacedBindings.map(bindingObject),
  });
}

function metadata(item: { name: string; namespace?: string }, labels: readonly string[] = []): ApiObject["metadata"] {
  return {
    name: item.name,
    ...(item.namespace === undefined ? {} : { namespace: item.namespace }),
    labels: {
      "{labelDomain}/bootstrapping": "rbac-defaults",
      ...Object.fromEntries(labels.map((label) => [AGGREGATE_LABEL + label, "true"])),
    },
    annotations: { [AUTOUPDATE_ANNOTATION]: "true" },
  };
}

function roleObject(role: DefaultRole): ApiObject {
  const selectors = role.aggregates?.map((label) => ({ matchLabels: { [AGGREGATE_LABEL + label]: "true" } }));
  return {
    apiVersion: `${GROUP}/v1`,
    kind: role.namespace === undefined ? "ClusterRole" : "Role",
    metadata: metadata(role, role.aggregatesTo),
    ...(selectors === undefined ? {} : { aggregationRule: { clusterRoleSelectors: selectors } }),
    ...(role.rules === undefined ? {} : { rules: role.rules }),
  };
}

function bindingObject(binding: DefaultBinding): ApiObject {
  const cluster = binding.namespace === undefined;
  return {
    apiVersion: `${GROUP}/v1`,
    kind: cluster ? "ClusterRoleBinding" : "RoleBinding",
    metadata: metadata(binding),
    roleRef: { apiGroup: GROUP, kind: cluster ? "ClusterRole" : "Role", name: binding.role ?? binding.name },
    ...(binding.subjects.length === 0 ? {} : { subjects: binding.subjects }),
  };
}
