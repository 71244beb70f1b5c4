import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { TextAdvice } from "../../shared/advice/answers.ts";
import type { Release } from "../../shared/advice/release.ts";
import { ErrorNotice } from "../access/refusals/ErrorNotice.tsx";
import { Prose } from "../learn/Prose.tsx";
import { useLessonText } from "../learn/useLessonText.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { byVersion } from "./model/byVersion.ts";
import type { TextAdviceState } from "./useTextAdvice.ts";
import { VersionCard } from "./VersionCard.tsx";

/** Maximum number of rendered lines per category. */
const MOST = 200;

/**
 * What was found in the manifests: unreadable documents, deprecated and removed versions, and what to check after the
 * conversion.
 */
export function TextFindings({ advice, error, pending, target }: TextAdviceState & { target: Release }) {
  const { t } = useTranslation();
  if (error !== undefined) return <ErrorNotice error={error} testId="advice-failed" />;
  if (advice === undefined) {
    return (
      <EmptyState icon="inbox" title={t(pending ? "app.loading" : "advisor.paste")} testId="advice-paste">
        {pending ? null : <p>{t("advisor.pasteText")}</p>}
      </EmptyState>
    );
  }
  return (
    <>
      <p className="muted" role="status">
        {t("advisor.documents", { count: advice.documents })}
      </p>
      <Problems advice={advice} />
      <Versions advice={advice} target={target} />
      <Notes advice={advice} />
    </>
  );
}

function Problems({ advice: { problems } }: { advice: TextAdvice }) {
  const { t } = useTranslation();
  return problems.slice(0, MOST).map(({ line, message }) => (
    <p key={line} className="notice bad" role="alert" data-testid="advice-problem">
      {t("advisor.line", { line })}: {message}
    </p>
  ));
}

function Versions({ advice, target }: { advice: TextAdvice; target: Release }) {
  const { t } = useTranslation();
  const { findings, changes, problems } = advice;
  const groups = useMemo(() => byVersion(findings), [findings]);
  if (groups.length === 0) {
    if (problems.length > 0 || advice.documents === 0) return null;
    return <EmptyState icon="check" title={t("advisor.nothing", { release: target })} testId="nothing-ends" />;
  }
  return groups.map(({ key, verdict, uses }) => (
    <VersionCard key={key} verdict={verdict} changes={changes[key] ?? []}>
      <ul className="usageList">
        {uses.slice(0, MOST).map(({ line, namespace = "", name = "", at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may name one object twice
          <li key={`${line} ${index}`}>
            <span className="faint">{t("advisor.line", { line })}</span>
            <span className="clip">{namespace === "" ? name : `${namespace}/${name}`}</span>
            {at === undefined ? null : <code>{at}</code>}
          </li>
        ))}
      </ul>
      {uses.length > MOST ? <p className="faint">{t("advisor.more", { count: uses.length - MOST })}</p> : null}
    </VersionCard>
  ));
}

function Notes({ advice: { notes } }: { advice: TextAdvice }) {
  const { t } = useTranslation();
  const say = useLessonText();
  if (notes.length === 0) return null;
  return (
    <section className="adviceNotes" data-testid="advice-notes">
      <h3>{t("advisor.notes")}</h3>
      <ul>
        {notes.slice(0, MOST).map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two notes of one object apart
          <li key={index} className={note.failed ? "bad" : ""}>
            <span className="faint">{t("advisor.line", { line: note.line })}</span>{" "}
            <strong>
              {note.kind} {note.name}
            </strong>
            : <Prose text={say(note)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
