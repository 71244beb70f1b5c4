import { useTranslation } from "react-i18next";
import { useWriteRefusal } from "../app/useWriteRefusal.ts";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { fieldManager } from "./applyRequest.ts";
import { PartChoice } from "./PartChoice.tsx";
import { WayMenu } from "./WayMenu.tsx";
import type { EditedPart, WriteWay } from "./writeWays.ts";
import "./EditorBar.css";

export interface EditorBarProps {
  dirty: boolean;
  busy: boolean;
  /** Why the text cannot be sent. */
  problem: string | undefined;
  schema: boolean;
  way: WriteWay;
  onWay(way: WriteWay): void;
  part: EditedPart;
  parts: readonly EditedPart[];
  onPart(part: EditedPart): void;
  onApply(): void;
  onPreview(): void;
  onCompare(): void;
  onDiscard(): void;
}

/** The state of the text, and what can be done with it. */
export function EditorBar(props: EditorBarProps) {
  const { dirty, busy, problem, schema, way } = props;
  const { t } = useTranslation();
  const readOnly = useWriteRefusal();
  const refusal = problem ?? (dirty ? undefined : t("editor.clean"));
  return (
    <div className="editorBar">
      <PartChoice part={props.part} parts={props.parts} onPart={props.onPart} />
      <Badge tone={problem !== undefined ? "bad" : dirty ? "accent" : "neutral"} dot={dirty || problem !== undefined}>
        {problem !== undefined ? t("editor.invalid") : dirty ? t("editor.changed") : t("editor.clean")}
      </Badge>
      <span className="faint barNote">{schema ? t("editor.schemaOn") : t("editor.schemaOff")}</span>
      <span className="faint barNote">
        {t("editor.fieldManager")} <code>{fieldManager()}</code>
      </span>
      <span className="spacer" />
      {dirty ? (
        <Button variant="quiet" onClick={props.onDiscard} data-testid="discard">
          {t("editor.discard")}
        </Button>
      ) : null}
      <Button onClick={props.onCompare} refusal={dirty ? undefined : t("editor.clean")} data-testid="compare">
        {t("write.compare")}
      </Button>
      <Button onClick={props.onPreview} disabled={busy} refusal={refusal} data-testid="preview">
        {t("editor.preview")}
      </Button>
      <span className="splitButton">
        <Button
          variant="primary"
          onClick={props.onApply}
          disabled={busy}
          refusal={readOnly ?? refusal}
          data-testid="apply"
        >
          {busy ? t("editor.applying") : t(`write.${way}`)}
        </Button>
        <WayMenu way={way} onWay={props.onWay} />
      </span>
    </div>
  );
}
