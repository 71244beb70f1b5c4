import type { NearMiss } from "../../../shared/rbac/nearMisses.ts";
import { compactRules, ruleText } from "../../../shared/rbac/ruleText.ts";
import { describeGrant } from "../../../shared/rbac/subjects.ts";
import type { AccessRequest, PolicyRule, SubjectIdentity } from "../../../shared/rbac/types.ts";
import type { Finding } from "./explainAccess.ts";

/** Maximum number of grants that are shown: more would become a list of all of the user's rights. */
const SHOWN = 8;
/** Maximum number of further rules of a role that are shown in full. */
const MAX_RULES = 3;

/** A finding as a few lines for people. */
export function explanationText(finding: Finding): string {
  const { user, request, verdict, explanation, hidden, notes } = finding;
  const lines = [`${whoText(user)} ${verdict.allowed ? "may" : "may not"} ${requestText(request)}.`];
  const section = (title: string, entries: readonly string[]): void => {
    if (entries.length === 0) return;
    lines.push("", title, ...entries.slice(0, SHOWN).map((entry) => `  ${entry}`));
    if (entries.length > SHOWN) lines.push(`  … and ${entries.length - SHOWN} more`);
  };
  if (explanation.allowed) {
    section(
      verdict.allowed ? "Allowed by" : "Roles and bindings would allow it:",
      explanation.grants.map(
        ({ binding, subject, rule }) => `${describeGrant(binding, subject)}\n      ${ruleText(rule)}`,
      ),
    );
  } else if (!verdict.allowed) {
    section("What comes nearest:", missTexts(explanation.nearMisses));
    if (explanation.nearMisses.length === 0) lines.push("", "Nothing that was seen comes near to allowing it.");
  }
  section("A binding to one of these would allow it:", remedyTexts(finding));
  section("The server says:", [
    ...(verdict.denied === true ? ["denied outright"] : []),
    ...textLines(verdict.reason),
    ...textLines(verdict.evaluationError),
  ]);
  section("Note:", notes);
  section("Not visible to you:", hidden);
  return `${lines.join("\n")}\n`;
}

const textLines = (text: string | undefined): string[] => (text === undefined || text === "" ? [] : text.split("\n"));

function whoText({ username, groups }: SubjectIdentity): string {
  return groups.length === 0 ? username : `${username} (${groups.join(", ")})`;
}

/** For example `get pods "web" in the namespace "dev"`. */
function requestText(request: AccessRequest): string {
  if (!request.resourceRequest) return `${request.verb} the path ${request.path}`;
  const { verb, group, resource, subresource, namespace, name } = request;
  const what = [resource, ...(group === "" ? [] : [group])].join(".") + (subresource === "" ? "" : `/${subresource}`);
  const which = name === "" ? "" : ` ${JSON.stringify(name)}`;
  return `${verb} ${what}${which} ${namespace === "" ? "at the cluster scope" : `in the namespace ${JSON.stringify(namespace)}`}`;
}

function remedyTexts({ remedies }: Finding): string[] {
  return remedies.map(({ role: { name, namespace }, more }) => {
    const role =
      namespace === ""
        ? `ClusterRole ${JSON.stringify(name)}`
        : `Role ${JSON.stringify(name)} in the namespace ${JSON.stringify(namespace)}`;
    return `${role}, which ${moreText(more)}`;
  });
}

/** The other rights of a role: a few rules in full; of many, only their number. */
function moreText(more: readonly PolicyRule[]): string {
  if (more.length === 0) return "gives nothing else";
  if (more.length > MAX_RULES) return `gives ${more.length} more rules`;
  return `also gives ${more.map(ruleText).join(", ")}`;
}

/** Near misses of the same kind through the same binding are shown on one line, with their rules merged. */
function missTexts(misses: readonly NearMiss[]): string[] {
  const together = new Map<string, NearMiss[]>();
  for (const miss of misses) {
    const key = JSON.stringify([miss.lacks, miss.slip, miss.binding.namespace, miss.binding.name]);
    together.set(key, [...(together.get(key) ?? []), miss]);
  }
  return [...together.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const rules = compactRules(group.flatMap(({ rule }) => rule ?? [])).map((rule) => `\n      ${ruleText(rule)}`);
    return [`${missedRequirementText(first)}: ${describeGrant(first.binding, first.subject)}${rules.join("")}`];
  });
}

function missedRequirementText({ lacks, slip, binding }: NearMiss): string {
  switch (lacks) {
    case "verb":
      return "other verbs";
    case "subresource":
      return "another part of the resource";
    case "namespace":
      return binding.namespace === ""
        ? "another namespace"
        : `only in the namespace ${JSON.stringify(binding.namespace)}`;
    case "name":
      return "other names";
    case "apiGroup":
      return "another API group";
    case "role":
      return "a role that does not exist";
    case "subject":
      if (slip === "case") return "a subject whose name differs in case";
      return slip === "kind" ? "a subject of another kind" : "a service account of another namespace";
    case "path":
      return "other paths";
    case "resource":
      return "other resources";
  }
}
