import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { objectUrl } from "../app/urls.ts";
import { Dot } from "../ui/Badge.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Card } from "./Card.tsx";
import { CauseText } from "./CauseText.tsx";
import { KIND_TYPES } from "./kindTypes.ts";
import { TONE_OF } from "./model/finding.ts";
import type { Trouble } from "./model/summarize.ts";
import "./AttentionCard.css";

const SHOWN = 12;

export interface AttentionCardProps {
  troubles: readonly Trouble[];
  /** Milliseconds since the epoch, by the clock of the cluster. */
  now: number;
  /** Whether all objects that could be unhealthy were read. */
  complete: boolean;
}

/** The unhealthy objects, and the reasons in words. */
export function AttentionCard({ troubles, now, complete }: AttentionCardProps) {
  const { t } = useTranslation();
  return (
    <Card
      title={troubles.length === 0 ? t("overview.attention") : t("overview.needAttention", { count: troubles.length })}
      testId="attention"
    >
      {troubles.length === 0 ? (
        <p className="allWell">
          {complete ? <Icon name="check" /> : <span className="spinner" aria-hidden="true" />}
          <span role="status">{complete ? t("overview.allWell") : t("overview.looking")}</span>
        </p>
      ) : (
        <ul className="overviewRows">
          {troubles.slice(0, SHOWN).map((trouble) => (
            <TroubleRow key={trouble.key} trouble={trouble} now={now} />
          ))}
          {troubles.length > SHOWN ? (
            <li className="faint">{t("browse.andMore", { count: troubles.length - SHOWN })}</li>
          ) : null}
        </ul>
      )}
    </Card>
  );
}

function TroubleRow({ trouble, now }: { trouble: Trouble; now: number }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { kind, object, finding, count } = trouble;
  const { name = "", namespace = "" } = object.metadata;
  const { state, word, cause } = finding;
  return (
    <li className="attentionRow" data-testid="attention-row" data-state={state}>
      <Dot tone={TONE_OF[state]} />
      <div>
        <p className="attentionHead">
          <Link to={objectUrl(cluster.id, KIND_TYPES[kind], { namespace, name })}>{name}</Link>
          {count > 1 ? <span className="muted">{t("overview.andAlike", { count: count - 1 })}</span> : null}
          <span className="faint">{namespace === "" ? kind : `${kind} · ${namespace}`}</span>
        </p>
        <p className="attentionWhy">
          <strong className={TONE_OF[state]}>{word}</strong>
          {cause === undefined ? null : <CauseText cause={cause} now={now} />}
        </p>
      </div>
    </li>
  );
}
