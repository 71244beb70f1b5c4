import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "../../access/refusals/ErrorNotice.tsx";
import { Loading } from "../../app/Loading.tsx";
import { useViewParam } from "../../app/useViewParam.ts";
import { RevealBar } from "../../secrets/RevealBar.tsx";
import { formatAge } from "../../ui/age/formatAge.ts";
import { useNow } from "../../ui/age/useNow.ts";
import { Button } from "../../ui/Button.tsx";
import { useGradually } from "../../ui/useGradually.tsx";
import { byAttention, tallyOf } from "../model/objectStates.ts";
import { isConcealed } from "../model/shownValue.ts";
import type { ReleasePartProps } from "../partProps.ts";
import { ObjectStateItem } from "./ObjectStateItem.tsx";
import { StateTally } from "./StateTally.tsx";
import { useObjectStates } from "./useObjectStates.ts";
import "./objects.css";

/** Number of objects rendered initially; the user can show more. */
const SHOWN = 200;

/** The state of a release's objects: each object of its manifest, compared with the cluster. */
export function ObjectsTab({ release, revealed, onReveal }: ReleasePartProps) {
  const { t } = useTranslation();
  const { data, error, progress, isFetching, refetch, dataUpdatedAt } = useObjectStates(release);
  const now = useNow();
  const [filter, setFilter] = useViewParam("standing");
  const parts = useMemo(() => byAttention(data ?? []), [data]);
  const tally = useMemo(() => tallyOf(parts), [parts]);
  const shown = tally.some(([comparison]) => comparison === filter)
    ? parts.filter(({ state: comparison }) => comparison === filter)
    : parts;
  const { shown: first, more } = useGradually(shown, SHOWN, SHOWN);
  const hides = useMemo(
    () => parts.some(({ kind, differences }) => differences.some((each) => isConcealed(kind, each.path))),
    [parts],
  );
  if (data === undefined && error === null) {
    return <Loading text={progress.total === 0 ? t("helm.comparingObjects") : t("helm.compared", progress)} />;
  }
  return (
    <>
      {hides ? <RevealBar revealed={revealed} onToggle={onReveal} /> : null}
      <div className="pageScroll padded">
        <ErrorNotice error={error} />
        {data === undefined ? null : (
          <>
            <div className="standingHead">
              <StateTally tally={tally} total={parts.length} filter={filter} onFilter={setFilter} />
              <span className="spacer" />
              <span className="faint">
                {t("helm.comparedAt", { age: formatAge(Math.max(0, now - dataUpdatedAt)) })}
              </span>
              <Button
                variant="quiet"
                icon="refresh"
                aria-label={t("helm.compareAgain")}
                disabled={isFetching}
                onClick={() => void refetch()}
              />
            </div>
            {parts.length === 0 ? <p className="faint">{t("helm.noManifest")}</p> : null}
            <ul className="standingList">
              {first.map((part) => (
                <ObjectStateItem key={part.number} part={part} revealed={revealed} />
              ))}
            </ul>
            {more}
          </>
        )}
      </div>
    </>
  );
}
