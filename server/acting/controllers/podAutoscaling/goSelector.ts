import type { LabelSelector } from "kubernetes-types/meta/v1";

/**
 * A selector in the format that the reference prints in metric names: `&LabelSelector{MatchLabels:map[string]string{a:
 * b,},…}`.
 */
export function goSelector(selector: LabelSelector | undefined): string {
  if (selector === undefined) return "nil";
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const labels = Object.keys(matchLabels)
    .sort()
    .map((key) => `${key}: ${matchLabels[key]},`);
  const expressions = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(" ")}],},`,
  );
  const parts = `MatchLabels:map[string]string{${labels.join("")}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}},`;
  return `&LabelSelector{${parts}}`;
}
