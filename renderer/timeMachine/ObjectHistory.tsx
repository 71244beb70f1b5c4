import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useViewParam } from "../app/useViewParam.ts";
import "../history/history.css";
import { RevisionList } from "../history/RevisionList.tsx";
import { StateDiff } from "../history/StateDiff.tsx";
import { type Moment, stateAt } from "./moments.ts";

export interface ObjectHistoryProps {
  name: string;
  /** Moments of this object, oldest first. */
  history: readonly Moment[];
  /** Revision after which all changes are known. */
  since: number;
  revision: number;
  onRevision(revision: number): void;
}

/** The history of one object, and the difference between two of its states. */
export function ObjectHistory({ name, history, since, revision, onRevision }: ObjectHistoryProps) {
  const { t } = useTranslation();
  const [base, setBase] = useViewParam("base");
  const states = useMemo(() => history.map((moment) => moment.state).reverse(), [history]);
  const to = stateAt(states, revision);
  const previous = to === undefined ? undefined : states[states.indexOf(to) + 1];
  const from = base === "" ? previous : stateAt(states, Number(base));
  return (
    <section className="timeHistory" aria-label={t("timeMachine.history", { name })} data-testid="time-history">
      <h2>{t("timeMachine.history", { name })}</h2>
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
      {to === undefined ? null : <StateDiff from={from} to={to} />}
    </section>
  );
}
