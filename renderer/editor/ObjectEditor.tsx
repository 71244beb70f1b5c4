import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import type { ApiObject } from "../../shared/object.ts";
import { resourcePath } from "../../shared/resourcePath.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { formatTime } from "../resources/age.ts";
import { useToast } from "../ui/Toast.tsx";
import { ConflictPanel } from "./ConflictPanel.tsx";
import { applyChoices, type Choice, type FieldConflict, needsForce } from "./conflicts.ts";
import { EditorBar } from "./EditorBar.tsx";
import "./editor.css";
import { editingText, lineOf, type ParsedText, parseText } from "./editingText.ts";
import { resolveFieldPath } from "./fieldPath.ts";
import { useKindSchema } from "./kindSchema.ts";
import { RefusalNotice, WarningNotice } from "./Notices.tsx";
import { PreviewDialog } from "./PreviewDialog.tsx";
import { useApply } from "./useApply.ts";
import { useEditing } from "./useEditing.ts";
import { useTextProblem } from "./useTextProblem.ts";
import YamlEditor, { type LineMark } from "./YamlEditor.tsx";

export interface ObjectEditorProps {
  object: ApiObject;
  type: ResourceType;
  /** A write was accepted. */
  onChanged(): void;
}

/** One mark per contested field that the text has. */
export function marksOf(parsed: ParsedText, conflicts: readonly FieldConflict[]): LineMark[] {
  if (!parsed.ok) return [];
  return conflicts.flatMap((conflict) => {
    const path = resolveFieldPath(parsed.object, conflict.field);
    const line = path === undefined ? undefined : lineOf(parsed, path);
    if (line === undefined) return [];
    const owners = conflict.owners.map((owner) => owner.manager).join(", ");
    return [
      {
        line,
        text: `← ${owners}`,
        hover: `\`${conflict.field}\`: ${owners} = \`${stringifyJson(conflict.theirs ?? null)}\``,
      },
    ];
  });
}

/** The YAML of an object, saved by server-side apply: a conflict is a dialogue, never a loss. */
export function ObjectEditor({ object, type, onChanged }: ObjectEditorProps) {
  const { t, i18n } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const toast = useToast();
  const { namespace = "", name = "" } = object.metadata;
  const locator = { group: type.group, version: type.version, resource: type.resource, namespace, name };
  const path = resourcePath(locator);
  const editing = useEditing(cluster.id, path, object);
  const applying = useApply(cluster.id, locator);
  const schema = useKindSchema(cluster.id, vocabulary, type);
  const parsed = useMemo(() => parseText(editing.text), [editing.text]);
  const problem = useTextProblem(parsed);
  const marks = useMemo(() => marksOf(parsed, applying.conflicts), [parsed, applying.conflicts]);
  const previewText = applying.preview === undefined ? undefined : editingText(applying.preview);

  const apply = async (text: string, force = false): Promise<void> => {
    const stored = await applying.apply(text, { force });
    if (stored === undefined) return;
    editing.settle(stored);
    toast(t("editor.applied", { name }));
    onChanged();
  };
  const applyChosen = (choices: Record<string, Choice>): void => {
    const text = applyChoices(editing.text, applying.conflicts, choices);
    editing.rewrite(text);
    void apply(text, needsForce(applying.conflicts, choices));
  };

  return (
    <div className="editor">
      <EditorBar
        dirty={editing.dirty}
        busy={applying.busy}
        problem={problem}
        schema={schema.data !== undefined && schema.data !== null}
        onApply={() => void apply(editing.text)}
        onPreview={() => void applying.apply(editing.text, { dryRun: true })}
        onDiscard={() => {
          applying.clear();
          editing.discard();
        }}
      />
      <div className="editorNotices">
        {editing.restored === undefined || !editing.dirty ? null : (
          <p className="notice" role="status" data-testid="draft-restored">
            {t("editor.draftKept", { time: formatTime(editing.restored, i18n.language) })}
          </p>
        )}
        {editing.moved ? (
          <p className="notice warn" role="status" data-testid="server-changed">
            {t("editor.serverChanged")}
          </p>
        ) : null}
        {applying.error === undefined ? null : <RefusalNotice error={applying.error} />}
        <WarningNotice warnings={applying.warnings} />
      </div>
      <div className="editorSplit">
        <YamlEditor
          name={`${cluster.id}${path}`}
          value={editing.text}
          revision={editing.revision}
          onChange={editing.setText}
          onApply={() => {
            if (problem === undefined && editing.dirty) void apply(editing.text);
          }}
          schema={schema.data ?? null}
          marks={marks}
        />
        {applying.conflicts.length === 0 ? null : (
          <ConflictPanel
            conflicts={applying.conflicts}
            busy={applying.busy}
            onApply={applyChosen}
            onDismiss={applying.clear}
          />
        )}
      </div>
      <PreviewDialog
        before={editing.serverText}
        after={previewText}
        busy={applying.busy}
        onApply={() => void apply(editing.text)}
        onClose={applying.clear}
      />
    </div>
  );
}
