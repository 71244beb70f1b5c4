import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath } from "../../shared/resourcePath.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { useWriteRefusal } from "../app/useWriteRefusal.ts";
import { useToast } from "../ui/Toast.tsx";
import type { EditorWriteOptions } from "./applyRequest.ts";
import { ConflictPanel } from "./ConflictPanel.tsx";
import { applyChoices, type Choice, needsForce } from "./conflicts.ts";
import { EditorBar } from "./EditorBar.tsx";
import { type EditorDialog, EditorDialogs } from "./EditorDialogs.tsx";
import { EditorNotices } from "./EditorNotices.tsx";
import "./editor.css";
import { editingText, parseText, plainText } from "./editingText.ts";
import { useKindSchema } from "./kindSchema.ts";
import { marksOf } from "./marksOf.ts";
import { PreviewDialog } from "./PreviewDialog.tsx";
import { useApply } from "./useApply.ts";
import { useEditing } from "./useEditing.ts";
import { useTextProblem } from "./useTextProblem.ts";
import { type EditedPart, editedPart, type WriteWay, writeRequest } from "./writeWays.ts";
import YamlEditor from "./YamlEditor.tsx";

export interface PartEditorProps {
  object: ApiObject;
  type: ResourceType;
  locator: ResourceLocator;
  part: EditedPart;
  parts: readonly EditedPart[];
  /** The object was deleted; what is applied now creates it anew. */
  gone: boolean;
  onPart(part: EditedPart): void;
  onChanged(): void;
}

/** Text that is written by server-side apply, where a conflict is a dialogue, never a loss; or in another way by choice. */
export function PartEditor({ object, type, locator, part, parts, gone, onPart, onChanged }: PartEditorProps) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const toast = useToast();
  const path = resourcePath(locator);
  const textOf = useCallback(
    (each: ApiObject) => (part === "status" ? plainText(editedPart(each, part)) : editingText(each)),
    [part],
  );
  const editing = useEditing(cluster.id, path, object, textOf);
  const applying = useApply(cluster.id, locator);
  const readOnly = useWriteRefusal();
  const schema = useKindSchema(cluster.id, vocabulary, type);
  const [way, setWay] = useState<WriteWay>("apply");
  const [dialog, setDialog] = useState<EditorDialog>();
  const [previous, setPrevious] = useState<string>();
  const parsed = useMemo(() => parseText(editing.text), [editing.text]);
  // Every way writes from what was read: after a change of others that is no longer what the text began with.
  const overtaken = editing.moved ? t("write.mergeFirst") : undefined;
  const problem = useTextProblem(parsed) ?? overtaken;
  const marks = useMemo(() => marksOf(parsed, applying.conflicts), [parsed, applying.conflicts]);

  const send = (text: string, options: EditorWriteOptions): Promise<ApiObject | undefined> => {
    const mine = parseText(text);
    const other = way !== "apply" && mine.ok ? writeRequest(way, locator, mine.object, object, options) : undefined;
    const known = { text: editing.serverText, resourceVersion: object.metadata.resourceVersion ?? "" };
    return applying.apply(text, {
      ...options,
      request: other,
      guard: gone ? undefined : { base: editing.base, known, textOf },
    });
  };
  const write = async (text: string, force = false): Promise<void> => {
    if (readOnly !== undefined) return toast(readOnly, "warn");
    const before = editing.serverText;
    const stored = await send(text, { force });
    // Refused or not, the server may know better by now what the object is.
    if (stored === undefined) return onChanged();
    editing.settle(text, stored);
    setPrevious(before);
    toast(t("editor.applied", { name: locator.name }));
    onChanged();
  };
  const applyChosen = (choices: Record<string, Choice>): void => {
    const text = applyChoices(editing.text, applying.conflicts, choices);
    editing.rewrite(text);
    void write(text, needsForce(applying.conflicts, choices));
  };

  return (
    <div className="editor">
      <EditorBar
        dirty={editing.dirty}
        busy={applying.busy}
        problem={problem}
        schema={part === "" && schema.data !== undefined && schema.data !== null}
        way={way}
        onWay={setWay}
        part={part}
        parts={parts}
        onPart={onPart}
        onApply={() => void write(editing.text)}
        onPreview={() => void send(editing.text, { dryRun: true })}
        onCompare={() => setDialog("compare")}
        onDiscard={() => {
          applying.clear();
          editing.discard();
        }}
      />
      <EditorNotices
        editing={editing}
        applying={applying}
        gone={gone}
        onAgain={problem === undefined && editing.dirty ? () => void write(editing.text) : undefined}
        undoable={previous !== undefined && previous !== editing.serverText}
        onMerge={() => setDialog("merge")}
        onUndo={() => setDialog("undo")}
        onForgetUndo={() => setPrevious(undefined)}
      />
      <div className="editorSplit">
        <YamlEditor
          name={`${cluster.id}${path}`}
          value={editing.text}
          revision={editing.revision}
          onChange={editing.setText}
          onApply={() => {
            if (problem === undefined && editing.dirty) void write(editing.text);
          }}
          schema={part === "" ? (schema.data ?? null) : null}
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
        after={applying.preview === undefined ? undefined : textOf(applying.preview)}
        busy={applying.busy}
        onApply={() => void write(editing.text)}
        onClose={applying.clear}
      />
      <EditorDialogs dialog={dialog} editing={editing} previous={previous} onClose={() => setDialog(undefined)} />
    </div>
  );
}
