import { useTranslation } from "react-i18next";
import { useClusterScope } from "../app/clusterContext.ts";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { fieldManager } from "./applyRequest.ts";
import { PartChoice } from "./PartChoice.tsx";
import type { TextProblem } from "./text/useTextProblem.ts";
import { WayMenu } from "./WayMenu.tsx";
import type { EditedPart, WriteWay } from "./writeWays.ts";
import "./EditorBar.css";

export interface EditorBarProps {
  dirty: boolean;
  /** The running request, if any. */
  busy: "write" | "preview" | undefined;
  problem: TextProblem | undefined;
  /** Whether the object was deleted; applying recreates it. */
  gone: boolean;
  schema: boolean;
  way: WriteWay;
  onWay(way: WriteWay): void;
  part: EditedPart;
  parts: readonly EditedPart[];
  /** Why the user may not write the object. */
  refusal: string | undefined;
  onPart(part: EditedPart): void;
  onApply(): void;
  onPreview(): void;
  onCompare(): void;
  onDiscard(): void;
}

/** The state of the text, and its actions. */
export function EditorBar(props: EditorBarProps) {
  const { dirty, busy, problem, schema, way, gone } = props;
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const refusal = problem?.reason ?? (dirty || gone ? undefined : t("editor.clean"));
  const tone = problem === undefined ? (dirty ? "accent" : "neutral") : problem.pending === true ? "warn" : "bad";
  return (
    <div className="editorBar">
      <PartChoice part={props.part} parts={props.parts} onPart={props.onPart} />
      <span data-testid="text-state">
        <Badge tone={tone} dot={dirty || problem !== undefined}>
          {problem !== undefined ? problem.state : dirty ? t("editor.changed") : t("editor.clean")}
        </Badge>
      </span>
      {schema ? null : <span className="faint barNote">{t("editor.schemaOff")}</span>}
      <span className="faint barNote">
        {t("editor.fieldManager")} <code>{fieldManager(cluster.id)}</code>
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
      <Button onClick={props.onPreview} disabled={busy !== undefined} refusal={refusal} data-testid="preview">
        {busy === "preview" ? t("editor.previewing") : t("editor.preview")}
      </Button>
      <span className={gone ? undefined : "splitButton"}>
        <Button
          variant="primary"
          onClick={props.onApply}
          disabled={busy !== undefined}
          refusal={props.refusal ?? refusal}
          data-testid="apply"
        >
          {busy === "write" ? t("editor.applying") : gone ? t("editor.create") : t(`write.${way}`)}
        </Button>
        {gone ? null : <WayMenu way={way} onWay={props.onWay} />}
      </span>
    </div>
  );
}
