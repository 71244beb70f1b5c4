import { type Explanation, explain } from "../../../shared/rbac/explain.ts";
import { policyOf } from "../../../shared/rbac/policy.ts";
import { alsoGained, rolesAllowing } from "../../../shared/rbac/rolesAllowing.ts";
import type { AccessRequest, PolicyRule, RoleShape, SubjectIdentity } from "../../../shared/rbac/types.ts";
import { GROUP_MASTERS } from "../../ground/rights/identity.ts";
import type { ApiConnection } from "./apiConnection.ts";
import { type ApiGroups, findResource, readGroups } from "./apiGroups.ts";
import type { ExplainFlags, Question } from "./explainFlags.ts";
import { readAccessModel } from "./readAccessModel.ts";
import { completeIdentity, fetchVerdict, type ServerVerdict, whoAmI } from "./serverVerdict.ts";

/** A role that would allow a request if it were bound, and what else such a binding would grant. */
export interface Remedy {
  readonly role: RoleShape;
  readonly more: readonly PolicyRule[];
}

/** Maximum number of proposed roles. */
const MAX_REMEDIES = 5;

/** The answer to one question. */
export interface Finding {
  readonly user: SubjectIdentity;
  readonly request: AccessRequest;
  /** The server's own verdict, which is authoritative. */
  readonly verdict: ServerVerdict;
  /** From the roles and bindings that the caller may see. */
  readonly explanation: Explanation;
  /** For a denial: roles that could be bound, the best first. */
  readonly remedies: readonly Remedy[];
  /** Whether the explanation agrees with the verdict. */
  readonly agrees: boolean;
  /** Roles and bindings that the caller may not see. */
  readonly hidden: readonly string[];
  /** Further information for people, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Asks a server about a request and explains its verdict from the roles and bindings that the caller may read.
 *
 * @throws CommandError when the server gives no verdict, ConnectionError when it does not answer
 */
export async function explainAccess(
  api: ApiConnection,
  { question, as }: Pick<ExplainFlags, "question" | "as">,
): Promise<Finding> {
  const groups = await readGroups(api);
  const { request, note } = await requestOf(api, groups, question);
  const user = as === undefined ? await whoAmI(api, groups) : completeIdentity(as.username, as.groups);
  const namespace = request.resourceRequest ? request.namespace : "";
  const [verdict, visible] = await Promise.all([
    fetchVerdict(api, groups, as === undefined ? undefined : user, request),
    readAccessModel(api, groups.named("rbac.authorization."), namespace),
  ]);
  const policy = policyOf(visible.model);
  const explanation = explain(policy, user, request);
  const agrees = explanation.allowed === verdict.allowed;
  const notes = note === undefined ? [] : [note];
  if (user.groups.includes(GROUP_MASTERS)) {
    notes.push(`Members of ${GROUP_MASTERS} may do everything, before any role or binding is looked at.`);
  }
  if (!agrees) notes.push(disagreement(verdict, visible.complete, user));
  const isDenied = !verdict.allowed && !explanation.allowed;
  const roles = isDenied ? rolesAllowing(visible.model, request).slice(0, MAX_REMEDIES) : [];
  const remedies = roles.map((role) => ({ role, more: alsoGained(policy, user, role, request) }));
  return { user, request, verdict, explanation, remedies, agrees, hidden: visible.hidden, notes };
}

/** The note about a verdict that the visible roles and bindings do not explain. */
function disagreement(verdict: ServerVerdict, complete: boolean, user: SubjectIdentity): string {
  if (verdict.allowed) {
    if (!complete) return "What allows it was not visible to you.";
    if (user.groups.includes(GROUP_MASTERS)) return "No role or binding is needed for it.";
    return "No role or binding allows it: it is another authorizer of the server that does.";
  }
  if (verdict.denied === true) return "Another authorizer of the server denies it before roles and bindings are asked.";
  return "Roles and bindings allow it, but the server does not: it may not use them, or they changed this moment.";
}

async function requestOf(
  api: ApiConnection,
  groups: ApiGroups,
  question: Question,
): Promise<{ readonly request: AccessRequest; readonly note?: string }> {
  if ("path" in question) return { request: { resourceRequest: false, verb: question.verb, path: question.path } };
  const { verb, resource: word, name, subresource } = question;
  const namespace = question.namespace ?? "default";
  const common = { resourceRequest: true as const, verb, subresource, name };
  if (word === "*") return { request: { ...common, group: "*", resource: "*", namespace } };
  const known = await findResource(api, groups, word);
  if (known === undefined) {
    const dot = word.indexOf(".");
    const [resource, group] = dot < 0 ? [word, ""] : [word.slice(0, dot), word.slice(dot + 1)];
    const note = `The server has no resource ${JSON.stringify(word)}; the word was taken as it is.`;
    return { request: { ...common, group, resource, namespace }, note };
  }
  const { group, resource } = known;
  if (known.namespaced) return { request: { ...common, group, resource, namespace } };
  const request = { ...common, group, resource, namespace: "" };
  if (question.namespace === undefined || question.namespace === "") return { request };
  return {
    request,
    note: `${resource} lie in no namespace; ${JSON.stringify(question.namespace)} was not considered.`,
  };
}
