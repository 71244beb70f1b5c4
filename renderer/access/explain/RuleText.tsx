import { useTranslation } from "react-i18next";
import type { PolicyRule } from "../../../shared/rbac/types.ts";
import "./RuleText.css";

/** One rule in a line: verbs, then resources or paths. */
export function RuleText({ rule }: { rule: PolicyRule }) {
  const { t } = useTranslation();
  const groups = (rule.apiGroups ?? []).map((group) => (group === "" ? t("rights.core") : group));
  const paths = rule.nonResourceURLs ?? [];
  const names = rule.resourceNames ?? [];
  return (
    <span className="ruleText mono">
      <strong>{rule.verbs.join(" ")}</strong> {paths.length > 0 ? paths.join(" ") : (rule.resources ?? []).join(" ")}
      {groups.length > 0 ? <span className="faint"> · {groups.join(" ")}</span> : null}
      {names.length > 0 ? <span className="faint"> · {names.join(" ")}</span> : null}
    </span>
  );
}
