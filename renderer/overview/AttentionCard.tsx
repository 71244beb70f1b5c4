import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ApiObject } from "../../shared/object.ts";
import { shownText } from "../../shared/text/shownText.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { objectUrl } from "../app/urls.ts";
import { Dot } from "../ui/Badge.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Card } from "./Card.tsx";
import { CauseText } from "./CauseText.tsx";
import { KIND_TYPES } from "./kindTypes.ts";
import type { Coverage } from "./model/coverage.ts";
import { TONE_OF } from "./model/finding.ts";
import { isKind } from "./model/objectFinding.ts";
import { probeWarnings } from "./model/probeWarnings.ts";
import type { Trouble } from "./model/summarize.ts";
import type { Workload } from "./model/workloadOf.ts";
import "./AttentionCard.css";

const SHOWN = 12;

export interface AttentionCardProps {
  troubles: readonly Trouble[];
  /** Milliseconds since the epoch, by the clock of the cluster. */
  now: number;
  /** How much of the objects that may be unhealthy was read. */
  coverage: Coverage;
  /** Warning events. */
  warnings: readonly ApiObject[];
}

/** The unhealthy objects, and the reasons in words. */
export function AttentionCard({ troubles, now, coverage, warnings }: AttentionCardProps) {
  const { t } = useTranslation();
  const probes = useMemo(() => probeWarnings(warnings), [warnings]);
  return (
    <Card
      title={troubles.length === 0 ? t("overview.attention") : t("overview.needAttention", { count: troubles.length })}
      testId="attention"
    >
      {troubles.length === 0 ? (
        <p className={coverage === "refused" ? "allWell refused" : "allWell"}>
          {coverage === "reading" ? (
            <span className="spinner" aria-hidden="true" />
          ) : (
            <Icon name={coverage === "refused" ? "lock" : "check"} />
          )}
          <span role="status">{t(`overview.covered.${coverage}`)}</span>
        </p>
      ) : (
        <ul className="overviewRows">
          {troubles.slice(0, SHOWN).map((trouble) => (
            <TroubleRow
              key={trouble.key}
              trouble={trouble}
              now={now}
              probe={probes.get(trouble.object.metadata.uid ?? "")?.message}
            />
          ))}
          {troubles.length > SHOWN ? (
            <li className="faint">{t("browse.andMore", { count: troubles.length - SHOWN })}</li>
          ) : null}
        </ul>
      )}
    </Card>
  );
}

/** @param probe message of the latest warning about a failed probe of the object */
function TroubleRow({ trouble, now, probe }: { trouble: Trouble; now: number; probe: string | undefined }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { kind, object, finding, count, workload } = trouble;
  const { name = "", namespace = "" } = object.metadata;
  const { state, word, cause } = finding;
  return (
    <li className="attentionRow" data-testid="attention-row" data-state={state}>
      <Dot tone={TONE_OF[state]} />
      <div>
        <p className="attentionHead">
          <Link to={objectUrl(cluster.id, KIND_TYPES[kind], { namespace, name })}>{name}</Link>
          {count > 1 ? <span className="muted">{t("overview.andAlike", { count: count - 1 })}</span> : null}
          <span className="faint">{[kind, namespace, workload?.kind].filter(Boolean).join(" · ")}</span>{" "}
          {workload === undefined ? null : <WorkloadName workload={workload} namespace={namespace} />}
        </p>
        <p className="attentionWhy">
          <strong className={TONE_OF[state]}>{word}</strong>
          {cause === undefined ? null : <CauseText cause={cause} now={now} />}
        </p>
        {cause?.id === "readinessFails" && probe !== undefined ? (
          <p className="attentionWhy muted">{shownText(probe)}</p>
        ) : null}
      </div>
    </li>
  );
}

/** The name of a pod's workload, with a link to it if possible, because the workload is the object to fix. */
function WorkloadName({ workload: { kind, name }, namespace }: { workload: Workload; namespace: string }) {
  const { cluster } = useClusterScope();
  return isKind(kind) ? (
    <Link to={objectUrl(cluster.id, KIND_TYPES[kind], { namespace, name })}>{name}</Link>
  ) : (
    <span>{name}</span>
  );
}
