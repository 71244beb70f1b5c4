import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { useViewParam } from "../activity/useViewParam.ts";
import { Loading } from "../app/Loading.tsx";
import { Age } from "../resources/Age.tsx";
import { Badge } from "../ui/Badge.tsx";
import { comparable } from "./comparable.ts";
import { type Moment, objectThen } from "./moments.ts";
import { CHANGES } from "./TimeSlider.tsx";

const DiffView = lazy(() => import("../editor/DiffView.tsx"));

export interface ObjectHistoryProps {
  name: string;
  /** Moments of this object, oldest first. */
  history: readonly Moment[];
  /** Revision from which on changes are known. */
  since: number;
  revision: number;
  onRevision(revision: number): void;
}

const textOf = (object: ApiObject | undefined): string => (object === undefined ? "" : comparable(object));

/** What happened to one object, and the difference between two of its moments. */
export function ObjectHistory({ name, history, since, revision, onRevision }: ObjectHistoryProps) {
  const { t } = useTranslation();
  const [base, setBase] = useViewParam("base");
  const at = history.filter((moment) => moment.revision <= revision).at(-1);
  const previous = at === undefined ? undefined : history[history.indexOf(at) - 1];
  const before = base === "" ? (previous?.revision ?? 0) : Number(base);
  const [left, right] = useMemo(
    () => [textOf(objectThen(history, before)), textOf(objectThen(history, revision))],
    [history, before, revision],
  );
  return (
    <section className="timeHistory" aria-label={t("timeMachine.history", { name })} data-testid="time-history">
      <h2>{t("timeMachine.history", { name })}</h2>
      {history.length === 0 ? <p className="muted">{t("timeMachine.historyNone", { revision: since })}</p> : null}
      <ol className="timeMoments">
        {[...history].reverse().map((moment) => (
          <li key={moment.revision}>
            <button
              type="button"
              aria-current={moment === at ? "true" : undefined}
              onClick={() => onRevision(moment.revision)}
              data-testid="time-moment"
            >
              <Badge tone={moment.type === "DELETED" ? "warn" : moment.type === "ADDED" ? "good" : "accent"}>
                {t(CHANGES[moment.type])}
              </Badge>
              <span>{moment.revision}</span>
              <span className="muted">
                {moment.manager === "" ? "" : t("timeMachine.by", { manager: moment.manager })}
              </span>
              <span className="spacer" />
              {moment.at === 0 ? null : <Age since={moment.at} />}
            </button>
          </li>
        ))}
      </ol>
      {at === undefined ? null : (
        <>
          <label className="timeChoice">
            <span className="muted">{t("timeMachine.compare")}</span>
            <select
              className="uiInput"
              value={base}
              onChange={(event) => setBase(event.target.value)}
              data-testid="time-base"
            >
              <option value="">{t("timeMachine.previous")}</option>
              {history.map((moment) => (
                <option key={moment.revision} value={moment.revision}>
                  {t("timeMachine.at", { revision: moment.revision })}
                </option>
              ))}
            </select>
          </label>
          <p className="faint">
            {left === right ? t("timeMachine.same") : t("timeMachine.diff", { revision: at.revision })}
          </p>
          <Suspense fallback={<Loading />}>
            <DiffView before={left} after={right} />
          </Suspense>
        </>
      )}
    </section>
  );
}
