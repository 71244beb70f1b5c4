import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AdviceText } from "../../shared/advice/adviceText.ts";
import type { Verdict } from "../../shared/advice/verdict.ts";
import { Prose } from "../learn/Prose.tsx";
import { useLessonText } from "../learn/useLessonText.ts";
import { Badge } from "../ui/Badge.tsx";

export interface VersionCardProps {
  verdict: Verdict;
  /** The differences of the version's successor. */
  changes: readonly AdviceText[];
  /** The users of the version. */
  children: ReactNode;
}

/** One deprecated version of a kind: its end of life, its successor, the differences, and its users. */
export function VersionCard({ verdict, changes, children }: VersionCardProps) {
  const { t } = useTranslation();
  const say = useLessonText();
  const { apiVersion, kind, state, deprecated, removed, use } = verdict;
  const isGone = state === "removed";
  return (
    <section className="versionCard" aria-label={`${apiVersion} ${kind}`} data-testid={`version-${apiVersion}-${kind}`}>
      <header>
        <Badge tone={isGone ? "bad" : "warn"} dot>
          {isGone ? t("advisor.gone", { release: removed }) : t("advisor.deprecated", { release: deprecated })}
        </Badge>
        <h3>
          {kind} <span className="mono muted">{apiVersion}</span>
        </h3>
      </header>
      <p className="versionUse">
        {use === undefined ? (
          t("advisor.noSuccessor")
        ) : (
          <>
            {t("advisor.use")} <code>{use.apiVersion}</code>
            {use.kind === kind ? null : <> {use.kind}</>}
            <span className="faint">{t("advisor.since", { release: use.since })}</span>
          </>
        )}
        {isGone || removed === undefined ? null : (
          <span className="faint">{t("advisor.goneLater", { release: removed })}</span>
        )}
      </p>
      {changes.length === 0 ? null : (
        <details className="versionChanges">
          <summary>{t("advisor.changes", { count: changes.length })}</summary>
          <ul>
            {changes.map((change) => (
              <li key={change.en}>
                <Prose text={say(change)} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {children}
    </section>
  );
}
