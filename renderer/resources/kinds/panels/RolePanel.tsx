import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Section } from "../../../ui/Section.tsx";
import { selectorOf } from "../facts/kindFacts.ts";
import { FactTable } from "../parts/FactTable.tsx";
import { listAt, textsAt } from "../read.ts";
import type { PanelProps } from "./panelProps.ts";

/** The rules of a role as a table. */
export function RolePanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const rules = listAt(object, "rules");
  const hasNames = rules.some((rule) => textsAt(rule, "resourceNames").length > 0);
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
          head={[
            t("kinds.resourcesOrPaths"),
            t("kinds.apiGroups"),
            ...(hasNames ? [t("kinds.names")] : []),
            t("kinds.verbs"),
          ]}
          rows={rules.map((rule, i) => {
            const paths = textsAt(rule, "nonResourceURLs");
            const groups = textsAt(rule, "apiGroups").map((group) => group || t("kinds.coreGroup"));
            return {
              key: String(i),
              cells: [
                <Names key="resources" of={[...textsAt(rule, "resources"), ...paths]} />,
                <Names key="groups" of={paths.length > 0 ? [] : groups} />,
                ...(hasNames ? [<Names key="names" of={textsAt(rule, "resourceNames")} isFree />] : []),
                <Names key="verbs" of={textsAt(rule, "verbs")} />,
              ],
            };
          })}
        />
      )}
    </Section>
  );
}

/** Maximum number of names in a cell that are rendered as separate elements. */
const MAX_PARTED = 200;

/**
 * Comma-separated names. Lines break between names, and within names after dots and slashes.
 * @param isFree whether users choose the names: such a name may be longer than the table is wide
 */
function Names({ of, isFree = false }: { readonly of: readonly string[]; readonly isFree?: boolean }) {
  const names = [...new Set(of)];
  // Rendering thousands of names as separate elements would take seconds.
  if (names.length > MAX_PARTED) return names.join(", ");
  return (
    <span className={isFree ? "names free" : "names"}>
      {names.map((name) => (
        <Fragment key={name}>
          {[...(name === names.at(-1) ? name : `${name}, `).matchAll(/[^./]+[./]?|[./]/g)].map(({ 0: part, index }) => (
            <Fragment key={index}>
              <wbr />
              {part}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
