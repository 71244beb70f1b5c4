import { useTranslation } from "react-i18next";
import { Section } from "../../ui/Section.tsx";
import { FactTable } from "./FactTable.tsx";
import { selectorOf } from "./facts/kindFacts.ts";
import type { PanelProps } from "./panelProps.ts";
import { listAt, textsAt } from "./read.ts";

/** The rules of a role as a table. */
export function RolePanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const rules = listAt(object, "rules");
  const list = (values: readonly string[]) => (values.length === 0 ? "" : values.join(", "));
  const aggregated = listAt(object, "aggregationRule.clusterRoleSelectors").map(selectorOf);
  return (
    <Section title={t("kinds.rules")} count={rules.length}>
      {aggregated.length === 0 ? null : (
        <p className="panelNote">{t("kinds.aggregated", { labels: aggregated.join(" · ") })}</p>
      )}
      {rules.length === 0 ? (
        <p className="faint">{t("kinds.noRules")}</p>
      ) : (
        <FactTable
          label={t("kinds.rules")}
          head={[t("kinds.resourcesOrPaths"), t("kinds.apiGroups"), t("kinds.names"), t("kinds.verbs")]}
          rows={rules.map((rule, i) => {
            const paths = textsAt(rule, "nonResourceURLs");
            const groups = textsAt(rule, "apiGroups").map((group) => group || t("kinds.coreGroup"));
            return {
              key: String(i),
              cells: [
                list([...textsAt(rule, "resources"), ...paths]),
                paths.length > 0 ? "" : list(groups),
                list(textsAt(rule, "resourceNames")),
                list(textsAt(rule, "verbs")),
              ],
            };
          })}
        />
      )}
    </Section>
  );
}
