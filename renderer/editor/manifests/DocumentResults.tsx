import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isApiError } from "../../../shared/status.ts";
import { ErrorText } from "../../access/refusals/ErrorText.tsx";
import type { Outcome } from "../../api/requests/inBatches.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { objectUrl } from "../../app/urls.ts";
import { Badge } from "../../ui/Badge.tsx";
import type { ManifestDocument } from "./documents.ts";
import { NotWaitedForError, targetOf, UnsendableError } from "./useCreation.ts";
import "../../resources/bulk/OutcomeList.css";
import "./DocumentResults.css";

export interface DocumentResultsProps {
  outcomes: readonly Outcome<ManifestDocument>[];
  /** Whether it was a dry run, so that there is nothing to open. */
  isDryRun: boolean;
}

/** The outcome of each document. */
export function DocumentResults({ outcomes, isDryRun }: DocumentResultsProps) {
  const { t } = useTranslation();
  const { cluster, namespace } = useClusterScope();
  return (
    <ul className="documents" aria-label={t("write.documents")} data-testid="document-results">
      {outcomes.map(({ item, state, error }) => {
        const target = targetOf(item, namespace);
        const { kind, metadata } = item.object ?? {};
        const name = metadata?.name ?? metadata?.generateName ?? "";
        const label =
          item.object === undefined ? t("write.documentNumber", { number: item.number }) : `${kind} ${name}`;
        return (
          <li key={item.number} data-state={state}>
            <Badge tone={state === "done" ? "good" : state === "failed" ? "bad" : "neutral"} dot>
              {state === "done" ? t(isDryRun ? "write.accepted" : "write.created") : t(`browse.${state}`)}
            </Badge>
            {state === "done" && !isDryRun && target?.name !== undefined ? (
              <Link to={objectUrl(cluster.id, target, { namespace: target.namespace ?? "", name: target.name })}>
                {label}
              </Link>
            ) : (
              <span>{label}</span>
            )}
            {error === undefined ? null : (
              <span className="dangerText">
                {isApiError(error) && error.reason !== "" ? `${error.reason}: ` : ""}
                {isApiError(error) ? (
                  <ErrorText error={error} />
                ) : error instanceof NotWaitedForError ? (
                  t("waiting.unknown")
                ) : error instanceof UnsendableError ? (
                  problemText(item, t)
                ) : (
                  error.message
                )}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Why a document cannot be sent. */
export function problemText(
  { problem, object }: ManifestDocument,
  t: (key: string, values?: Record<string, string>) => string,
): string {
  if (problem !== "unknownKind") return t("write.broken");
  return t("write.unknownKind", { kind: object?.kind ?? "", apiVersion: object?.apiVersion ?? "" });
}
