import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DEDUCED } from "../../shared/apply/typeShape.ts";
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath } from "../../shared/resourcePath.ts";
import type { TypeNode } from "../../shared/schema/typeNode.ts";
import { messageOf } from "../../shared/text/messageOf.ts";
import { useRefusal } from "../access/refusals/useRefusal.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { useToast } from "../ui/layers/Toast.tsx";
import { EditorBar } from "./EditorBar.tsx";
import { type EditorDialog, EditorDialogs } from "./EditorDialogs.tsx";
import { EditorNotices } from "./EditorNotices.tsx";
import "./editor.css";
import { editingText, plainText } from "./editingText.ts";
import { PreviewDialog } from "./PreviewDialog.tsx";
import { type Answers, addAnswers, type Choices, NO_ANSWERS } from "./saving/answers.ts";
import { ConflictPanel } from "./saving/ConflictPanel.tsx";
import type { FieldConflict } from "./saving/conflicts.ts";
import { kindSchemaOf } from "./schema/kindSchema.ts";
import { readDocument } from "./schema/openApi.ts";
import { useTextSchema } from "./schema/useTextSchema.ts";
import { askAboutText } from "./text/askAboutText.ts";
import { replicasOf } from "./text/textVerdict.ts";
import { useAnswer } from "./text/useAnswer.ts";
import { useTextProblem } from "./text/useTextProblem.ts";
import { useRestedText, useTextVerdict } from "./text/useTextVerdict.ts";
import YamlEditor, { type LineMark } from "./text/YamlEditor.tsx";
import { type EditorWrite, useApply } from "./useApply.ts";
import { useEditing } from "./useEditing.ts";
import { type EditedPart, editedPart, isApply, type WriteWay, writeRequest } from "./writeWays.ts";

export interface PartEditorProps {
  object: ApiObject;
  type: ResourceType;
  locator: ResourceLocator;
  part: EditedPart;
  parts: readonly EditedPart[];
  /** Whether the object was deleted; applying then recreates it. */
  gone: boolean;
  onPart(part: EditedPart): void;
  onChanged(): void;
}

/**
 * The editor of an object's text. By default it saves with server-side apply, where a conflict opens a dialog and no
 * changes are lost; the user can choose other ways to write.
 */
export function PartEditor({ object, type, locator, part, parts, gone, onPart, onChanged }: PartEditorProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const toast = useToast();
  const path = resourcePath(locator);
  const textOf = useCallback(
    (each: ApiObject) => (part === "status" ? plainText(editedPart(each, part)) : editingText(each)),
    [part],
  );
  const editing = useEditing(cluster.id, path, object, textOf);
  const applying = useApply(cluster.id, locator);
  const typeOf = useTypeOf(type, part);
  const schema = useTextSchema([type]);
  const [way, setWay] = useState<WriteWay>("apply");
  const place = { namespace: locator.namespace ?? "", name: gone ? "" : (locator.name ?? "") };
  const mayNotWrite = useRefusal(type, [gone ? "create" : way === "replace" ? "update" : "patch"], [place], part);
  const [dialog, setDialog] = useState<EditorDialog>();
  const [previous, setPrevious] = useState<string>();
  // Decisions about contested fields are kept until the user saves or discards the edit.
  const answers = useRef<Answers>(NO_ANSWERS);
  const verdict = useTextVerdict(editing);
  // Every way of writing starts from the last read object, which may be newer than the base of the text.
  const overtaken = editing.moved
    ? { state: t("write.mergeState"), reason: t("write.mergeFirst"), pending: true }
    : undefined;
  const problem = useTextProblem(verdict) ?? overtaken;
  const contested = applying.contested;
  const marks = useMarks(useRestedText(editing.text), contested?.conflicts);

  const send = (text: string, dryRun: boolean, by: WriteWay = way): Promise<ApiObject | undefined> => {
    let write: EditorWrite;
    const guarded = { base: editing.base, live: object, textOf };
    if (gone) write = { kind: "create", text };
    else if (!isApply(by)) {
      const requestOf = (mine: ApiObject, live: ApiObject) =>
        writeRequest(cluster.id, by, locator, mine, live, { dryRun });
      write = { kind: "request", text, edit: guarded, requestOf };
    } else {
      const edit = {
        ...guarded,
        claim: by === "own" ? ("all" as const) : ("changed" as const),
        partOf: (each: ApiObject) => editedPart(each, part),
        typeOf,
        answers: answers.current,
      };
      write = { kind: "edit", text, edit };
    }
    return applying.send({ ...write, dryRun });
  };
  const write = async (text: string): Promise<void> => {
    if (mayNotWrite !== undefined) return toast(mayNotWrite, "warn");
    const before = editing.serverText;
    const stored = await send(text, false);
    // The server may have a newer state of the object, whether it accepted the write or not.
    if (stored === undefined) return onChanged();
    answers.current = NO_ANSWERS;
    await editing.settle(text, stored);
    setPrevious(before);
    toast(t(gone ? "editor.created" : "editor.applied", { name: locator.name }));
    onChanged();
  };
  const latest = useRef({ text: editing.text, contested });
  latest.current = { text: editing.text, contested };
  // Whether the choices are being written into the text, which takes a while if it is long.
  const [isChoosing, setChoosing] = useState(false);
  const applyChosen = async (choices: Choices): Promise<void> => {
    if (contested === undefined || isChoosing) return;
    setChoosing(true);
    let typed: string;
    let text: string;
    try {
      do {
        typed = latest.current.text;
        text = await askAboutText("chosen", typed, contested.live, contested.conflicts, choices);
        // The user may have gone back to editing, or typed more.
        if (latest.current.contested !== contested) return;
      } while (latest.current.text !== typed);
    } catch (error) {
      return toast(messageOf(error), "bad");
    } finally {
      setChoosing(false);
    }
    answers.current = addAnswers(answers.current, contested.conflicts, choices);
    editing.rewrite(text);
    if (applying.dryRun === true) await send(text, true);
    else await write(text);
  };
  const busy = applying.busy ?? (isChoosing ? (applying.dryRun === true ? "preview" : "write") : undefined);
  const { preview } = applying;
  const previewed = useMemo(() => (preview === undefined ? "" : textOf(preview.object)), [preview, textOf]);
  const again = (): void => void (applying.dryRun === true ? send(editing.text, true) : write(editing.text));
  const giveUp = (): void => {
    answers.current = NO_ANSWERS;
    applying.clear();
  };

  return (
    <div className="editor">
      <EditorBar
        refusal={mayNotWrite}
        dirty={editing.dirty}
        busy={busy}
        problem={problem}
        gone={gone}
        schema={part === "" && schema !== null}
        way={way}
        onWay={setWay}
        part={part}
        parts={parts}
        onPart={onPart}
        onApply={() => void write(editing.text)}
        onPreview={() => void send(editing.text, true)}
        onCompare={() => setDialog("compare")}
        onDiscard={() => setDialog("discard")}
      />
      <EditorNotices
        object={object}
        replicas={verdict?.ok === true ? verdict.replicas : replicasOf(object)}
        editing={editing}
        applying={applying}
        gone={gone}
        onAgain={problem === undefined && editing.dirty ? again : undefined}
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
          schema={part === "" ? schema : null}
          marks={marks}
        />
        {contested === undefined ? null : (
          <ConflictPanel
            key={contested.conflicts.map(({ field }) => field).join()}
            conflicts={contested.conflicts}
            dryRun={applying.dryRun === true}
            busy={busy !== undefined}
            onApply={(choices) => void applyChosen(choices)}
            onDismiss={giveUp}
          />
        )}
      </div>
      <PreviewDialog
        preview={preview}
        before={gone ? "" : editing.serverText}
        after={previewed}
        busy={applying.busy !== undefined}
        ownsAll={isApply(way) && !gone ? way === "own" : undefined}
        onOwnAll={(all) => {
          const next = all ? "own" : "apply";
          setWay(next);
          void send(editing.text, true, next);
        }}
        onApply={() => void write(editing.text)}
        onClose={applying.clear}
      />
      <EditorDialogs
        dialog={dialog}
        editing={editing}
        previous={previous}
        name={locator.name ?? ""}
        onDiscard={() => {
          setDialog(undefined);
          giveUp();
          editing.discard();
        }}
        onClose={() => setDialog(undefined)}
      />
    </div>
  );
}

const NO_CONFLICTS: readonly FieldConflict[] = [];
const NO_MARKS: readonly LineMark[] = [];

/** The marks of contested fields; those of the text before, while a long text is being read. */
function useMarks(text: string, conflicts: readonly FieldConflict[] = NO_CONFLICTS): readonly LineMark[] {
  const asked = useAnswer(
    "marks",
    useMemo(() => (conflicts.length === 0 ? undefined : ([text, conflicts] as const)), [text, conflicts]),
  );
  const known = useRef(NO_MARKS);
  if (conflicts.length === 0) known.current = NO_MARKS;
  else if (asked.state === "answered") known.current = asked.answer;
  return known.current;
}

/** Returns a function that finds the type of the edited object; undefined when the server has no schema for it. */
function useTypeOf(type: ResourceType, part: EditedPart): () => Promise<TypeNode | undefined> {
  const { cluster, vocabulary } = useClusterScope();
  const client = useQueryClient();
  return async () => {
    // A scale has only one editable number.
    if (part === "scale") return DEDUCED;
    const document = await readDocument(client, cluster.id, type);
    return document === null ? undefined : kindSchemaOf(document, type, vocabulary.extensionPrefix)?.typeOf();
  };
}
