import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { WhyLink } from "../../access/refusals/WhyLink.tsx";
import { useClusterScope } from "../../app/clusterContext.ts";
import { objectUrl } from "../../app/urls.ts";
import { Badge } from "../../ui/Badge.tsx";
import type { ComparedPart } from "../model/objectStates.ts";
import { DifferenceTable } from "./DifferenceTable.tsx";
import { TONE_OF_STATE } from "./tones.ts";

/** One object of a manifest, and its state. */
export function ObjectStateItem({ part, revealed }: { part: ComparedPart; revealed: boolean }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { state, kind, name, namespace, number, locator, differences, error, apiVersion } = part;
  const title = name === "" ? t("write.documentNumber", { number }) : name;
  return (
    <li className="standingItem" data-testid="standing" data-name={name} data-standing={state}>
      <p className="standingTitle">
        <Badge tone={TONE_OF_STATE[state]} dot>
          {t(`helm.standing.${state}`)}
        </Badge>
        <span className="standingName">
          {locator === undefined || state === "missing" ? (
            <b>{title}</b>
          ) : (
            <Link to={objectUrl(cluster.id, locator, { namespace, name })}>{title}</Link>
          )}
        </span>
        <span className="faint">
          {kind}
          {namespace === "" ? null : ` · ${namespace}`}
        </span>
      </p>
      {state === "broken" || state === "unserved" ? (
        <p className="muted standingWhy">{t(`helm.why.${state}`, { kind, apiVersion })}</p>
      ) : null}
      {error === undefined ? null : (
        <p className="muted standingWhy">
          {error.message} <WhyLink error={error} />
        </p>
      )}
      {differences.length === 0 ? null : <DifferenceTable part={part} revealed={revealed} />}
    </li>
  );
}
