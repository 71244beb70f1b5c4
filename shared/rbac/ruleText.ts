import type { PolicyRule } from "./types.ts";

const list = (items: readonly string[]): string => `[${items.map((item) => JSON.stringify(item)).join(" ")}]`;

/** One rule as refusal messages print it: `{APIGroups:["apps"], Resources:["deployments"], Verbs:["get" "list"]}`. */
export function ruleText(rule: PolicyRule): string {
  const parts: string[] = [];
  const add = (title: string, items: readonly string[] | undefined): void => {
    if (items !== undefined && items.length > 0) parts.push(`${title}:${list(items)}`);
  };
  add("APIGroups", rule.apiGroups);
  add("Resources", rule.resources);
  add("NonResourceURLs", rule.nonResourceURLs);
  add("ResourceNames", rule.resourceNames);
  add("Verbs", rule.verbs);
  return `{${parts.join(", ")}}`;
}

/** The key by which simple rules are merged; undefined for rules that are not merged. */
function simpleKey(rule: PolicyRule): string | undefined {
  const names = rule.resourceNames ?? [];
  if (names.length > 1 || (rule.nonResourceURLs ?? []).length > 0) return undefined;
  if (rule.apiGroups?.length !== 1 || rule.resources?.length !== 1) return undefined;
  return JSON.stringify([rule.apiGroups[0], rule.resources[0], ...names]);
}

/** Merges the verbs of rules with the same group, resource and (optional) single name; other rules are kept. */
export function compactRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const complex: PolicyRule[] = [];
  const simple = new Map<string, { readonly first: PolicyRule; more: Set<string> | undefined }>();
  for (const rule of rules) {
    const key = simpleKey(rule);
    const known = key === undefined ? undefined : simple.get(key);
    if (key === undefined) complex.push(rule);
    else if (known === undefined) simple.set(key, { first: rule, more: undefined });
    else {
      known.more ??= new Set(known.first.verbs);
      for (const verb of rule.verbs) known.more.add(verb);
    }
  }
  return [
    ...complex,
    ...[...simple.values()].map(({ first, more }) => (more === undefined ? first : { ...first, verbs: [...more] })),
  ];
}

/** Compact texts of rules, one per line, sorted bytewise without duplicates. */
export function rulesText(rules: readonly PolicyRule[]): string {
  const texts = new Set(compactRules(rules).map(ruleText));
  return [...texts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join("\n");
}
