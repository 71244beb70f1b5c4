import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { WhyLink } from "../../access/refusals/WhyLink.tsx";
import { useClusterScope } from "../../app/clusterContext.ts";
import { objectUrl } from "../../app/urls.ts";
import { Badge } from "../../ui/Badge.tsx";
import type { StandingPart } from "../model/standing.ts";
import { DifferenceTable } from "./DifferenceTable.tsx";
import { TONE_OF_STANDING } from "./tones.ts";

/** One object of a manifest, and its state. */
export function StandingItem({ part, revealed }: { part: StandingPart; revealed: boolean }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { standing, kind, name, namespace, number, locator, differences, error, apiVersion } = part;
  const title = name === "" ? t("write.documentNumber", { number }) : name;
  return (
    <li className="standingItem" data-testid="standing" data-name={name} data-standing={standing}>
      <p className="standingTitle">
        <Badge tone={TONE_OF_STANDING[standing]} dot>
          {t(`helm.standing.${standing}`)}
        </Badge>
        <span className="standingName">
          {locator === undefined || standing === "missing" ? (
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
      {standing === "broken" || standing === "unserved" ? (
        <p className="muted standingWhy">{t(`helm.why.${standing}`, { kind, apiVersion })}</p>
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
