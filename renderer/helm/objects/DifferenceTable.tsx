import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../../app/clusterContext.ts";
import { objectUrl } from "../../app/urls.ts";
import { pathLabel } from "../../resources/ownership/ownership.ts";
import { Age } from "../../ui/age/Age.tsx";
import { keyed } from "../../ui/keyed.ts";
import { MAX_DIFFERENCES } from "../model/differences.ts";
import type { ComparedPart } from "../model/objectStates.ts";
import { shownValue } from "../model/shownValue.ts";
import "../../resources/kinds/parts/FactTable.css";

/** The fields in which an object differs from its manifest, and the managers that changed them. */
export function DifferenceTable({ part, revealed }: { part: ComparedPart; revealed: boolean }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { kind, name, namespace, locator, differences } = part;
  return (
    <div className="tableScroll">
      <table className="differenceTable" aria-label={t("helm.differences", { name })}>
        <thead>
          <tr>
            <th scope="col">{t("helm.field")}</th>
            <th scope="col">{t("helm.inManifest")}</th>
            <th scope="col">{t("helm.inCluster")}</th>
            <th scope="col">{t("helm.setBy")}</th>
          </tr>
        </thead>
        <tbody>
          {keyed(differences, ({ path }) => pathLabel(path)).map(({ key, item: { path, desired, found, by } }) => (
            <tr key={key} data-testid="difference">
              <th scope="row" className="mono">
                {pathLabel(path)}
              </th>
              <td className="mono">{shownValue(kind, path, desired, revealed) || "–"}</td>
              <td className="mono">{shownValue(kind, path, found, revealed) || "–"}</td>
              <td>
                {by === undefined || locator === undefined ? (
                  <span className="muted">{t("helm.nobodyKnown")}</span>
                ) : (
                  <>
                    <Link to={objectUrl(cluster.id, locator, { namespace, name }, "ownership")}>{by.manager}</Link>{" "}
                    <span className="muted">
                      <Age since={by.time} />
                    </span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {differences.length >= MAX_DIFFERENCES ? (
        <p className="muted">{t("helm.mostDifferences", { count: MAX_DIFFERENCES })}</p>
      ) : null}
    </div>
  );
}
