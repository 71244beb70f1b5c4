import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useWriteRefusal } from "../../app/useWriteRefusal.ts";
import { Button } from "../../ui/Button.tsx";
import { ApplyDialog } from "./ApplyDialog.tsx";
import { BindForm } from "./BindForm.tsx";
import { Consequences } from "./Consequences.tsx";
import { DraftEditor } from "./DraftEditor.tsx";
import { isSameRef, NO_CHANGES, refText, withDocument } from "./drafts.ts";
import { ExistingForm } from "./ExistingForm.tsx";
import { useWhatIf } from "./useWhatIf.ts";
import "../questions/questionForm.css";
import "./whatIf.css";
import "../accessView.css";

/** "What if?": drafted changes of roles and bindings, and which subjects would gain or lose which rights. */
export function WhatIfPage() {
  const { t } = useTranslation();
  const { draft, change, parsed, applied, settled } = useWhatIf();
  const [sending, setSending] = useState(false);
  const append = (document: string): void => change({ text: withDocument(draft.text, document) });
  const nothing = parsed.objects.length === 0 && draft.removals.length === 0;
  const readOnly = useWriteRefusal();
  const refusal = nothing
    ? t("rights.noChanges")
    : parsed.problems.length > 0
      ? t(`rights.problem.${parsed.problems[0]?.kind ?? "syntax"}`, { ...parsed.problems[0] })
      : undefined;
  return (
    <div className="accessView two even">
      <div className="accessColumn">
        <p className="muted">{t("rights.whatIfLead")}</p>
        <BindForm onAdd={append} />
        <ExistingForm
          onChange={append}
          onRemove={(ref) => {
            if (!draft.removals.some((one) => isSameRef(one, ref))) change({ removals: [...draft.removals, ref] });
          }}
        />
        <h3 className="fieldLabel">{t("rights.draftText")}</h3>
        <DraftEditor text={draft.text} problems={parsed.problems} onChange={(text) => change({ text })} />
        {parsed.problems.map((problem) => (
          <p key={`${problem.line} ${problem.kind}`} className="notice bad" role="alert" data-testid="what-if-problem">
            {t(`rights.problem.${problem.kind}`, { line: problem.line, detail: problem.detail })}
          </p>
        ))}
        {draft.removals.length === 0 ? null : (
          <section>
            <h3>{t("rights.removals")}</h3>
            <ul className="removals" data-testid="what-if-removals">
              {draft.removals.map((ref) => (
                <li key={refText(ref)}>
                  <s>{refText(ref)}</s>
                  <Button
                    variant="quiet"
                    icon="close"
                    aria-label={t("rights.takeBack", { name: refText(ref) })}
                    onClick={() => change({ removals: draft.removals.filter((one) => !isSameRef(one, ref)) })}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
        <div className="canIActions">
          <Button
            onClick={() => change(NO_CHANGES)}
            refusal={draft.text === "" && nothing ? t("rights.noChanges") : undefined}
          >
            {t("rights.dropAll")}
          </Button>
          <Button
            variant="primary"
            refusal={readOnly ?? refusal}
            onClick={() => setSending(true)}
            data-testid="what-if-apply"
          >
            {t("rights.applyThese")}
          </Button>
        </div>
      </div>
      <div className="accessColumn" aria-live="polite">
        <Consequences applied={applied} nothing={nothing} settled={settled} />
      </div>
      {sending ? (
        <ApplyDialog
          drafts={parsed.objects}
          removals={draft.removals}
          onClose={() => setSending(false)}
          onDone={() => {
            change(NO_CHANGES);
            setSending(false);
          }}
        />
      ) : null}
    </div>
  );
}
