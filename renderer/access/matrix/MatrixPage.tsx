import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClusterScope } from "../../app/clusterContext.ts";
import { setParam, useAddress } from "../../app/useAddress.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { identityOf, subjectFrom } from "../askedSubject.ts";
import { Explanation } from "../explain/Explanation.tsx";
import { useAccess } from "../model/useAccessState.ts";
import { useTask } from "../model/useTask.ts";
import { csvOf, download } from "./csv.ts";
import { MatrixForm } from "./MatrixForm.tsx";
import { MatrixTable } from "./MatrixTable.tsx";
import { type MatrixQuery, type MatrixRow, matrixWeight } from "./matrix.ts";
import { allKinds, dropCell, kindFrom, MATRIX_VERBS } from "./matrixUrl.ts";
import "./matrix.css";
import "../accessView.css";

/** Subjects by verbs for a kind, or kinds by verbs for a subject; a cell links to its explanation. */
export function MatrixPage() {
  const { t } = useTranslation();
  const { types, namespace } = useClusterScope();
  const { roles, bindings, me } = useAccess();
  const [params, change] = useAddress();
  const byKinds = params.get("by") === "kinds";
  const where = params.has("ns") ? (params.get("ns") ?? "") : namespace;
  const kindTyped = params.get("kind") ?? "pods";
  const subject = useMemo(() => subjectFrom(params), [params]);
  const identity = useMemo(() => identityOf(subject, me), [subject, me]);
  const withSubresources = params.get("sub") === "1";
  const onlyGranted = params.get("granted") === "1";
  const text = params.get("filter") ?? "";

  const task = useMemo(() => {
    const shared = { namespace: where, verbs: MATRIX_VERBS };
    const model = { roles, bindings };
    const query: MatrixQuery | undefined = !byKinds
      ? { by: "subjects", kind: kindFrom(kindTyped, types), ...shared }
      : identity === undefined
        ? undefined
        : { by: "kinds", subject, identity, kinds: allKinds(types, withSubresources), ...shared };
    return query === undefined ? undefined : ({ kind: "matrix", model, ask: query } as const);
  }, [byKinds, where, kindTyped, types, subject, identity, withSubresources, roles, bindings]);
  const { result, busy } = useTask(task, task === undefined ? 0 : matrixWeight(task.model, task.ask));
  const rows = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return (result?.rows ?? []).filter(
      (row) =>
        (wanted === "" || row.label.toLowerCase().includes(wanted)) &&
        (!onlyGranted || row.cells.some((cell) => cell === "yes" || cell === "names")),
    );
  }, [result, text, onlyGranted]);

  const set = (key: string, value: string): void =>
    change((next) => {
      // An empty namespace is a choice: cluster-scoped requests only.
      if (key === "ns") next.set(key, value);
      else setParam(next, key, value);
      dropCell(next);
    });
  const choose = (row: MatrixRow, verb: string): void =>
    change((next) => {
      next.set("row", row.key);
      next.set("verb", verb);
    });
  const verb = params.get("verb") ?? "";
  const chosen = rows.find((row) => row.key === params.get("row"));
  const who = chosen === undefined ? undefined : identityOf(chosen.subject, me);
  const request = useMemo(
    () =>
      chosen === undefined
        ? undefined
        : ({ resourceRequest: true, verb, ...chosen.kind, namespace: where, name: "" } as const),
    [chosen, verb, where],
  );
  const exportRows = (): void => {
    const head = [byKinds ? t("rights.kind") : t("rights.subjectHead"), ...MATRIX_VERBS];
    download("access.csv", "text/csv", csvOf([head, ...rows.map((row) => [row.label, ...row.cells])]));
  };
  return (
    <div className="accessView wide">
      <MatrixForm params={params} namespace={where} kind={kindTyped} onSet={set} />
      <div className="matrixBar">
        <span className="muted" aria-live="polite" data-testid="matrix-count">
          {busy ? t("rights.computing") : t("rights.matrixRows", { count: rows.length })}
          {result !== undefined && result.left > 0 ? ` · ${t("rights.matrixLeft", { count: result.left })}` : ""}
        </span>
        <span className="faint">{t("rights.matrixHint")}</span>
        <span className="spacer" />
        <Button onClick={exportRows} data-testid="matrix-csv">
          {t("rights.exportCsv")}
        </Button>
      </div>
      <div className="matrixSplit">
        {rows.length === 0 && !busy ? (
          <EmptyState icon="inbox" title={t("rights.noRows")} />
        ) : (
          <MatrixTable
            label={t("rights.matrixLabel")}
            head={byKinds ? t("rights.kind") : t("rights.subjectHead")}
            rows={rows}
            verbs={MATRIX_VERBS}
            chosen={chosen === undefined ? undefined : { row: chosen.key, verb }}
            onChoose={choose}
          />
        )}
        {chosen === undefined || request === undefined || who === undefined ? null : (
          <aside className="matrixWhy" data-testid="matrix-why">
            <div className="matrixWhyHead">
              <code>
                {verb} {chosen.label}
              </code>
              <span className="spacer" />
              <Button variant="quiet" icon="close" aria-label={t("rights.closeWhy")} onClick={() => set("row", "")} />
            </div>
            <Explanation identity={who} subject={chosen.subject} request={request} />
          </aside>
        )}
      </div>
    </div>
  );
}
