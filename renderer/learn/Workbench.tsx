import { useEffect, useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LessonAnswer } from "../../shared/lessons/checkEngine.ts";
import type { LessonRequest } from "../../shared/lessons/lesson.ts";
import { type AskedSubject, askedSubjectOf, ME } from "../access/askedSubject.ts";
import { refusalIn } from "../access/refusals/refusalIn.ts";
import { WhyLink } from "../access/refusals/WhyLink.tsx";
import { useWriteRefusal } from "../app/useWriteRefusal.ts";
import { readableJson } from "../requests/readableJson.ts";
import { hideSecretsInText } from "../secrets/hideSecretsInText.ts";
import { RevealBar } from "../secrets/RevealBar.tsx";
import { useReveal } from "../secrets/useReveal.ts";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/forms/Select.tsx";
import { TextField } from "../ui/forms/TextField.tsx";
import { LongText } from "../ui/LongText.tsx";
import { type Draft, draftOf, EMPTY_DRAFT, requestOf } from "./draft.ts";
import "./lessonActions.css";
import "./Workbench.css";
import { ScrollRegion } from "../ui/ScrollRegion.tsx";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const CONTENT_TYPES = [
  "application/json",
  "application/merge-patch+json",
  "application/json-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
];

export interface WorkbenchProps {
  /** The form is filled with this request whenever it changes. */
  draft: LessonRequest | undefined;
  busy: boolean;
  onSend(request: LessonRequest): Promise<LessonAnswer>;
  onTrouble(error: unknown): void;
}

/** The workbench, where learners write and send requests and read the responses. Ctrl+Enter sends. */
export function Workbench({ draft: given, busy, onSend, onTrouble }: WorkbenchProps) {
  const { t } = useTranslation();
  const id = useId();
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [answer, setAnswer] = useState<(LessonAnswer & { subject: AskedSubject }) | undefined>(undefined);
  useEffect(() => {
    if (given !== undefined) setDraft(draftOf(given));
  }, [given]);
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const readOnly = useWriteRefusal();
  const refusal = draft.method === "GET" ? undefined : readOnly;
  const send = (): void => {
    if (busy || draft.path === "" || refusal !== undefined) return;
    const subject = draft.as === "" ? ME : askedSubjectOf({ kind: "User", name: draft.as }, "");
    onSend(requestOf(draft)).then((given) => setAnswer({ ...given, subject }), onTrouble);
  };
  return (
    <form
      noValidate
      className="workbench"
      aria-label={t("learn.workbench")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          send();
        }
      }}
    >
      <div className="workbenchLine">
        <Select
          label={t("learn.method")}
          value={draft.method}
          onChange={(method) => set({ method: method as Draft["method"] })}
          options={METHODS.map((method) => ({ value: method, label: method }))}
          testId="bench-method"
        />
        <TextField
          label={t("learn.path")}
          className="mono"
          value={draft.path}
          onChange={(event) => set({ path: event.target.value })}
          data-testid="bench-path"
        />
      </div>
      <div className="workbenchLine even">
        <TextField
          label={t("learn.asUser")}
          placeholder={t("learn.asUserHint")}
          value={draft.as}
          onChange={(event) => set({ as: event.target.value })}
          data-testid="bench-as"
        />
        <TextField
          label={t("learn.accept")}
          placeholder="application/json"
          value={draft.accept}
          onChange={(event) => set({ accept: event.target.value })}
          data-testid="bench-accept"
        />
      </div>
      {draft.method === "GET" ? null : (
        <>
          <TextField
            label={t("learn.contentType")}
            suggestions={CONTENT_TYPES}
            placeholder="application/json"
            value={draft.contentType}
            onChange={(event) => set({ contentType: event.target.value })}
            data-testid="bench-type"
          />
          <div className="field">
            <label className="fieldLabel" htmlFor={`${id}-body`}>
              {t("learn.body")}
            </label>
            <textarea
              id={`${id}-body`}
              className="uiInput mono"
              rows={9}
              spellCheck={false}
              value={draft.body}
              onChange={(event) => set({ body: event.target.value })}
              data-testid="bench-body"
            />
          </div>
        </>
      )}
      <div className="lessonActions">
        <Button
          type="submit"
          variant="primary"
          disabled={busy || draft.path === ""}
          refusal={refusal}
          data-testid="bench-send"
        >
          {busy ? t("learn.working") : t("learn.send")}
        </Button>
        <span className="faint">Ctrl-Enter</span>
      </div>
      <section aria-label={t("learn.answer")} aria-live="polite" data-testid="bench-answer">
        {answer === undefined ? (
          <p className="faint">{t("learn.noAnswer")}</p>
        ) : (
          <>
            <Badge tone={answer.status < 300 ? "good" : "warn"}>HTTP {answer.status}</Badge>{" "}
            <WhyLink error={refusalIn(answer)} subject={answer.subject} />
            <AnswerText answer={answer} />
          </>
        )}
      </section>
    </form>
  );
}

/** The response text. Confidential values are hidden until the user reveals them, separately for each response. */
function AnswerText({ answer }: { answer: LessonAnswer }) {
  const [revealed, toggle] = useReveal(answer);
  const hidden = useMemo(() => hideSecretsInText(answer.text), [answer.text]);
  return (
    <>
      {hidden === answer.text ? null : <RevealBar revealed={revealed} onToggle={toggle} />}
      <ScrollRegion as="pre">
        <LongText text={readableJson(revealed ? answer.text : hidden)} />
      </ScrollRegion>
    </>
  );
}
