import { useTranslation } from "react-i18next";
import { useViewParam } from "../app/useViewParam.ts";
import type { StoredRevision } from "./model/releases.ts";
import { ReleaseRevisions } from "./ReleaseRevisions.tsx";
import { RevisionDiff } from "./RevisionDiff.tsx";

export interface RevisionsTabProps {
  /** Newest first. */
  revisions: readonly StoredRevision[];
  revealed: boolean;
  onReveal(): void;
}

/** The stored revisions, and the difference between any two of them. */
export function RevisionsTab({ revisions, ...reveal }: RevisionsTabProps) {
  const { t } = useTranslation();
  const [fromText, setFrom] = useViewParam("from");
  const [toText, setTo] = useViewParam("to");
  const find = (text: string): StoredRevision | undefined =>
    revisions.find(({ revision }) => String(revision) === text);
  const to = find(toText) ?? revisions[0];
  const from = find(fromText) ?? revisions[(to === undefined ? -1 : revisions.indexOf(to)) + 1];
  return (
    <div className="releaseRevisions" data-testid="revisions">
      <section aria-label={t("helm.tab.revisions")}>
        <ReleaseRevisions revisions={revisions} from={from} to={to} onFrom={setFrom} onTo={setTo} />
      </section>
      <section aria-label={t("views.difference")}>
        {from === undefined || to === undefined ? (
          <p className="releaseNone faint">{t("helm.onlyOne")}</p>
        ) : (
          <RevisionDiff from={from} to={to} {...reveal} />
        )}
      </section>
    </div>
  );
}
