import { useTranslation } from "react-i18next";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { FIELD_MANAGER } from "./applyRequest.ts";

export interface EditorBarProps {
  dirty: boolean;
  busy: boolean;
  /** Why the text cannot be sent. */
  problem: string | undefined;
  schema: boolean;
  onApply(): void;
  onPreview(): void;
  onDiscard(): void;
}

/** The state of the text, and what can be done with it. */
export function EditorBar({ dirty, busy, problem, schema, onApply, onPreview, onDiscard }: EditorBarProps) {
  const { t } = useTranslation();
  const refusal = problem ?? (dirty ? undefined : t("editor.clean"));
  return (
    <div className="editorBar">
      <Badge tone={problem !== undefined ? "bad" : dirty ? "accent" : "neutral"} dot={dirty || problem !== undefined}>
        {problem !== undefined ? t("editor.invalid") : dirty ? t("editor.changed") : t("editor.clean")}
      </Badge>
      <span className="faint">{schema ? t("editor.schemaOn") : t("editor.schemaOff")}</span>
      <span className="faint">
        {t("editor.fieldManager")} <code>{FIELD_MANAGER}</code>
      </span>
      <span className="spacer" />
      {dirty ? (
        <Button variant="quiet" onClick={onDiscard} data-testid="discard">
          {t("editor.discard")}
        </Button>
      ) : null}
      <Button onClick={onPreview} disabled={busy} refusal={refusal} data-testid="preview">
        {t("editor.preview")}
      </Button>
      <Button variant="primary" onClick={onApply} disabled={busy} refusal={refusal} data-testid="apply">
        {busy ? t("editor.applying") : t("editor.apply")}
      </Button>
    </div>
  );
}
