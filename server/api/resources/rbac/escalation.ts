import { append } from "../../../../shared/collections/append.ts";
import type { ApiObject, GroupResource } from "../../../../shared/object.ts";
import type { HeldRules } from "../../../../shared/rbac/authorize.ts";
import { coverage } from "../../../../shared/rbac/covers.ts";
import { bindingFromObject, roleFromObject } from "../../../../shared/rbac/decode.ts";
import { rulesText } from "../../../../shared/rbac/ruleText.ts";
import { applyingSubject } from "../../../../shared/rbac/subjects.ts";
import type { BindingShape, PolicyRule, RoleRef, RoleShape, SubjectIdentity } from "../../../../shared/rbac/types.ts";
import { ApiError, badRequest, forbidden, notFound } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { GROUP_MASTERS } from "../../../ground/rights/identity.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { checkStorableName } from "../../registry/write/storableName.ts";
import { onlyCollectionFieldsDiffer } from "./collectionFields.ts";
import { referencedRole } from "./roleLookup.ts";

/** All permissions. Setting an aggregation rule requires them, because aggregation may add any rule. */
const FULL_AUTHORITY: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/**
 * Escalation check of roles and cluster roles, for a strategy's `authorize`. A user who writes a role must hold
 * everything in it at the same scope, or the verb `escalate` on the role (by the name in the path; a POST has none).
 * Each write is checked in full, including permissions that the role already granted.
 *
 * @throws ApiError 403 that lists the missing permissions
 */
export async function authorizeRoleWrite(
  context: WriteContext,
  object: ApiObject,
  old: ApiObject | undefined,
): Promise<void> {
  if (context.user.groups.includes(GROUP_MASTERS)) return;
  const role = roleFromObject(object);
  const cluster = context.namespace === "";
  const target = { group: context.vocabulary.rbacGroup, resource: cluster ? "clusterroles" : "roles" };
  if (await may(context, "escalate", target, context.requestName ?? "")) return;
  if (old !== undefined && onlyCollectionFieldsDiffer(object, old)) return;
  const reason = await missingText(context, role.rules, target);
  if (reason !== undefined) throw forbidden(target, role.name, reason);
  const aggregates = cluster && (aggregatesRules(object) || (old !== undefined && aggregatesRules(old)));
  if (aggregates && (await missingText(context, FULL_AUTHORITY, target)) !== undefined) {
    throw forbidden(target, role.name, "must have cluster-admin privileges to use the aggregationRule");
  }
}

/**
 * Escalation check of bindings: a user who binds a role must hold everything in it at the binding's scope, or the verb
 * `bind` on the role.
 *
 * @throws ApiError 403 that lists the missing permissions; errors of {@link roleToBind}
 */
export async function authorizeBindingWrite(
  context: WriteContext,
  object: ApiObject,
  old: ApiObject | undefined,
): Promise<void> {
  if (context.user.groups.includes(GROUP_MASTERS)) return;
  if (old !== undefined && onlyCollectionFieldsDiffer(object, old)) return;
  const binding = bindingFromObject(object);
  const { roleRef } = binding;
  if (await mayBind(context, roleRef)) return;
  const resource = context.namespace === "" ? "clusterrolebindings" : "rolebindings";
  const target = { group: context.vocabulary.rbacGroup, resource };
  const role = roleToBind(context, roleRef, target);
  const reason = await missingText(context, role.rules, target);
  if (reason !== undefined) throw forbidden(target, binding.name, reason);
}

async function mayBind(context: WriteContext, { apiGroup = "", kind, name }: RoleRef): Promise<boolean> {
  const resource = ROLES.get(kind);
  return resource !== undefined && (await may(context, "bind", { group: apiGroup, resource }, name));
}

/** Resources of the kinds of roles. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ["Role", "roles"],
  ["ClusterRole", "clusterroles"],
]);

/**
 * The role that a new binding refers to, before the binding is validated.
 * @param target the resource of the binding, which the reference names in the error about a missing role
 * @throws ApiError 404 when the role does not exist (so that it cannot be bound in advance), 400 when its name is
 *   invalid or a Role is bound without a namespace, 500 for another kind
 */
function roleToBind(context: WriteContext, roleRef: RoleRef, target: GroupResource): RoleShape {
  const { kind, name } = roleRef;
  if (!ROLES.has(kind)) throw new ApiError(500, "", `unsupported role reference kind: ${quoted(kind)}`);
  if (kind === "Role" && context.namespace === "") throw badRequest("Namespace parameter required.");
  if (name === "") throw badRequest("Name parameter required.");
  checkStorableName(name);
  const role = referencedRole(context.reader, context.vocabulary, roleRef, context.namespace);
  if (role === undefined) throw notFound(target, name);
  return role;
}

/** An aggregation rule without selectors adds no rules. */
const aggregatesRules = (role: ApiObject): boolean =>
  ((role["aggregationRule"] as { clusterRoleSelectors?: unknown[] } | undefined)?.clusterRoleSelectors ?? []).length >
  0;

async function may(
  context: WriteContext,
  verb: string,
  { group, resource }: GroupResource,
  name: string,
): Promise<boolean> {
  const verdict = await context.authorizer.authorize(context.user, {
    resourceRequest: true,
    verb,
    group,
    version: "*",
    resource,
    subresource: "",
    // Cluster roles may be bound within a namespace; then the permission is needed in that namespace.
    namespace: context.namespace,
    name,
  });
  return verdict.decision === "allow";
}

/**
 * Why these rules may not be granted; undefined when the user holds them all.
 * @param target the resource of the request, which the reference names in the error about missing roles
 */
async function missingText(
  context: WriteContext,
  rules: readonly PolicyRule[],
  target: GroupResource,
): Promise<string | undefined> {
  const { user } = context;
  const held = await inTurns(heldRules(context.reader, context.vocabulary, user, context.namespace));
  const { covered, missing } = await inTurns(coverage(held.rules, rules));
  if (covered) return undefined;
  const groups = user.groups.map(quoted).join(" ");
  const text =
    `user ${quoted(user.username)} (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:` +
    `\n${rulesText(missing)}`;
  if (held.dangling.length === 0) return text;
  const unresolved = held.dangling.map(({ roleRef }) => notFound(target, roleRef.name).message);
  return `${text}; resolution errors: [${aggregateText(unresolved)}]`;
}

/**
 * The rules that a user holds through stored bindings at a scope. Writes of roles are rare, so a scan is fast enough.
 */
function* heldRules(
  reader: ObjectReader,
  vocabulary: Vocabulary,
  user: SubjectIdentity,
  namespace: string,
): Steps<HeldRules> {
  const group = vocabulary.rbacGroup;
  const rules: PolicyRule[] = [];
  const dangling: BindingShape[] = [];
  const take = (object: ApiObject): void => {
    const binding = bindingFromObject(object);
    if (applyingSubject(binding, user) === undefined) return;
    const role = referencedRole(reader, vocabulary, binding.roleRef, binding.namespace);
    if (role === undefined) dangling.push(binding);
    else append(rules, role.rules);
  };
  yield* reader.eachInSteps({ group, resource: "clusterrolebindings" }, undefined, take);
  if (namespace !== "") yield* reader.eachInSteps({ group, resource: "rolebindings" }, namespace, take);
  return { rules, dangling };
}
