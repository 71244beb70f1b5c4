import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DELETIONS, objectQuery } from "../../shared/console/auditQuery.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { auditUrl } from "../app/urls.ts";
import { useViewParam } from "../app/useViewParam.ts";
import "../history/history.css";
import { RevisionList } from "../history/RevisionList.tsx";
import { StateDiff } from "../history/StateDiff.tsx";
import { ObjectOverview } from "../resources/overview/ObjectOverview.tsx";
import { Badge } from "../ui/Badge.tsx";
import { Segmented } from "../ui/forms/Segmented.tsx";
import { type Moment, stateAt } from "./moments.ts";
import { StateActions } from "./StateActions.tsx";
import { StateText } from "./StateText.tsx";

export interface ObjectHistoryProps {
  type: ResourceType;
  name: string;
  /** Moments of this object, oldest first. */
  history: readonly Moment[];
  /** Revision after which all changes are known. */
  since: number;
  revision: number;
  onRevision(revision: number): void;
}

/** The requests of the audit log that may have deleted an object. @param name with the namespace: `ns/name` */
const deletionsUrl = (cluster: string, type: ResourceType, name: string): string =>
  auditUrl(cluster, { object: objectQuery(type, { name }), verb: DELETIONS });

const VIEWS = ["difference", "overview", "asText"] as const;
type View = (typeof VIEWS)[number];

/** The history of one object, its state at a moment, and the difference between two moments. */
export function ObjectHistory({ type, name, history, since, revision, onRevision }: ObjectHistoryProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const [base, setBase] = useViewParam("base");
  const [view, setView] = useState<View>("difference");
  const states = useMemo(() => history.map((moment) => moment.state).reverse(), [history]);
  const to = stateAt(states, revision);
  const previous = to === undefined ? undefined : states[states.indexOf(to) + 1];
  const from = base === "" ? previous : stateAt(states, Number(base));
  const isGone = states[0]?.deleted === true;
  // After a deletion, only the state before it can be shown.
  const shown = to?.object;
  return (
    <section className="timeHistory" aria-label={t("timeMachine.history", { name })} data-testid="time-history">
      <div className="timeHistoryHead">
        <h2>{t("timeMachine.history", { name })}</h2>
        {isGone ? <Badge tone="bad">{t("views.deleted")}</Badge> : null}
        <span className="spacer" />
        {isGone && cluster.kind === "sandbox" ? (
          <Link to={deletionsUrl(cluster.id, type, name)} data-testid="time-who">
            {t("timeMachine.whoDeleted")}
          </Link>
        ) : null}
        {shown === undefined ? null : <StateActions type={type} object={shown} exists={!isGone} />}
      </div>
      {states.length === 0 ? (
        <p className="muted">{t("timeMachine.historyNone", { revision: since })}</p>
      ) : (
        <div className="timeMoments">
          <RevisionList
            revisions={states}
            from={from}
            to={to}
            onChoose={(chosen) => {
              if (chosen.from !== undefined) setBase(chosen.from);
              if (chosen.to !== undefined) onRevision(Number(chosen.to));
            }}
          />
        </div>
      )}
      {to === undefined || shown === undefined ? null : (
        <>
          <Segmented
            label={t("timeMachine.show")}
            value={view}
            options={VIEWS.map((each) => ({ value: each, label: t(`timeMachine.${each}`) }))}
            onChange={(chosen) => setView(chosen as View)}
            testId="time-view"
          />
          {view === "difference" ? (
            <StateDiff from={from} to={to} />
          ) : view === "overview" ? (
            <ObjectOverview object={shown} type={type} withEvents />
          ) : (
            <StateText object={shown} />
          )}
        </>
      )}
    </section>
  );
}
