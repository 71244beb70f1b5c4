/** Determines the flow of a request: the first matching FlowSchema, and a distinguisher within that schema. */

import type {
  FlowSchema as FlowSchemaObject,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from "kubernetes-types/flowcontrol/v1";
import type { ApiObject } from "../../../shared/object.ts";
import { pathMatches } from "../../../shared/rbac/ruleMatch.ts";
import type { RequestInfo } from "../../../shared/requestInfo.ts";
import type { Identity } from "../../ground/rights/identity.ts";

/** A compiled FlowSchema. */
export interface FlowSchema {
  readonly name: string;
  readonly uid: string;
  /** Name of its PriorityLevelConfiguration. */
  readonly level: string;
  matches(user: Identity, info: RequestInfo): boolean;
  /** The distinguisher of the request's flow within the schema. */
  distinguisher(user: Identity, info: RequestInfo): string;
}

/** All schemas in matching order: by precedence, then by name. */
export function compileFlowSchemas(objects: Iterable<ApiObject>): FlowSchema[] {
  return [...objects]
    .map((object) => object as ApiObject & FlowSchemaObject)
    .map((object) => ({ schema: compile(object), precedence: object.spec?.matchingPrecedence ?? 1000 }))
    .sort((a, b) => a.precedence - b.precedence || (a.schema.name < b.schema.name ? -1 : 1))
    .map(({ schema }) => schema);
}

function compile({ metadata, spec }: ApiObject & FlowSchemaObject): FlowSchema {
  const rules = (spec?.rules ?? []).map(compileRule);
  const method = spec?.distinguisherMethod?.type;
  return {
    name: metadata.name ?? "",
    uid: metadata.uid ?? "",
    level: spec?.priorityLevelConfiguration.name ?? "",
    matches: (user, info) => rules.some((matches) => matches(user, info)),
    distinguisher: (user, info) =>
      method === "ByUser" ? user.username : method === "ByNamespace" ? info.namespace : "",
  };
}

function compileRule(rule: PolicyRulesWithSubjects): (user: Identity, info: RequestInfo) => boolean {
  const subjects = rule.subjects.map(compileSubject);
  const resources = (rule.resourceRules ?? []).map(compileResourceRule);
  const paths = (rule.nonResourceRules ?? []).map(compilePathRule);
  return (user, info) =>
    subjects.some((matches) => matches(user)) &&
    (info.isResourceRequest ? resources : paths).some((matches) => matches(info));
}

function compileSubject({ kind, user, group, serviceAccount }: Subject): (user: Identity) => boolean {
  if (kind === "User" && user !== undefined) {
    return user.name === "*" ? () => true : ({ username }) => username === user.name;
  }
  if (kind === "Group" && group !== undefined) {
    return group.name === "*" ? () => true : ({ groups }) => groups.includes(group.name);
  }
  if (kind === "ServiceAccount" && serviceAccount !== undefined) {
    const prefix = `system:serviceaccount:${serviceAccount.namespace}:`;
    const { name } = serviceAccount;
    return name === "*" ? ({ username }) => username.startsWith(prefix) : ({ username }) => username === prefix + name;
  }
  return () => false;
}

/** Whether a list contains a word, or the wildcard. */
function listed(words: readonly string[] | undefined): (word: string) => boolean {
  if (words?.includes("*") === true) return () => true;
  const known = new Set(words);
  return (word) => known.has(word);
}

function compileResourceRule(rule: ResourcePolicyRule): (info: RequestInfo) => boolean {
  const [verb, group, resource, namespace] = [rule.verbs, rule.apiGroups, rule.resources, rule.namespaces].map(listed);
  return (info) =>
    verb?.(info.verb) === true &&
    group?.(info.group) === true &&
    resource?.(info.subresource === "" ? info.resource : `${info.resource}/${info.subresource}`) === true &&
    (info.namespace === "" ? rule.clusterScope === true : namespace?.(info.namespace) === true);
}

function compilePathRule({ verbs, nonResourceURLs }: NonResourcePolicyRule): (info: RequestInfo) => boolean {
  const verb = listed(verbs);
  return (info) => verb(info.verb) && pathMatches(nonResourceURLs, info.path);
}
