import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { ErrorText } from "../access/refusals/ErrorText.tsx";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { useAddress } from "../app/useAddress.ts";
import type { Revision } from "../resources/live/objectStore.ts";
import { Button } from "../ui/Button.tsx";
import "./history.css";
import { RevisionList } from "./RevisionList.tsx";
import { StateDiff } from "./StateDiff.tsx";
import { useHistory } from "./useHistory.ts";

export interface HistoryTabProps {
  object: ApiObject;
  type: ResourceType;
  live: readonly Revision[];
}

/** The past states of the object, and the difference between any two. The choice is part of the address. */
export function HistoryTab({ object, type, live }: HistoryTabProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const [params, change] = useAddress();
  const history = useHistory(cluster, type, object, live);
  const { revisions } = history;
  const find = (key: string): Revision | undefined => revisions.find((r) => r.resourceVersion === params.get(key));
  const to = find("to") ?? revisions[0];
  const from = find("from") ?? revisions[(to === undefined ? -1 : revisions.indexOf(to)) + 1];
  const choose = (next: { from?: string; to?: string }): void =>
    change((params) => {
      params.set("from", next.from ?? params.get("from") ?? from?.resourceVersion ?? "");
      params.set("to", next.to ?? params.get("to") ?? to?.resourceVersion ?? "");
    });
  return (
    <div className="history" data-testid="history">
      <section className="historyList" aria-label={t("views.revisions")}>
        <RevisionList revisions={revisions} from={from} to={to} onChoose={choose} />
        <p className="historyEnd faint" role="status">
          {history.loading ? t("views.readingPast") : history.end === undefined ? "" : t(`views.end_${history.end}`)}{" "}
          {history.end === "refused" ? <ErrorText error={history.error} /> : null}
        </p>
        {history.end === "limit" ? (
          <Button disabled={history.loading} onClick={history.older}>
            {t("views.older")}
          </Button>
        ) : null}
      </section>
      <section className="historyDiff" aria-label={t("views.difference")}>
        {from === undefined || to === undefined ? (
          <p className="faint">{history.loading ? "" : t("views.onlyOne")}</p>
        ) : (
          <StateDiff from={from} to={to} />
        )}
      </section>
    </div>
  );
}
