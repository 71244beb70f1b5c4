import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useIsDark } from "../../ui/theme/theme.ts";
import type { JsonSchema } from "../schema/validation.ts";
import { changedPart } from "./changedPart.ts";
import { editorOptions, fileNameOf, monaco, registerSchema } from "./monaco.ts";
import "./YamlEditor.css";

/** A mark on a line: the owner of its field, or its error. */
export interface LineMark {
  line: number;
  /** Shown at the end of the line. */
  text: string;
  hover: string;
}

export interface YamlEditorProps {
  /** Name of the Monaco model; only one editor per name may exist at a time. */
  name: string;
  /** The initial text, and the text to show whenever `revision` changes. */
  value: string;
  /** Increases when the text changes other than by typing in this editor; typed text must not be written back. */
  revision: number;
  onChange(text: string): void;
  /** Called on Ctrl+S or Cmd+S. */
  onApply(): void;
  schema: JsonSchema | null | undefined;
  marks: readonly LineMark[];
}

/** A Monaco editor for the YAML of one object. Text set from outside keeps the undo history. */
export default function YamlEditor({ name, value, revision, onChange, onApply, schema, marks }: YamlEditorProps) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(undefined);
  const decorations = useRef<monaco.editor.IEditorDecorationsCollection>(undefined);
  const revealed = useRef<string>(undefined);
  const handlers = useRef({ onChange, onApply });
  handlers.current = { onChange, onApply };
  const latestValue = useRef(value);
  latestValue.current = value;
  const label = t("editor.label");
  const dark = useIsDark();

  useEffect(() => {
    if (host.current === null) return;
    const uri = monaco.Uri.parse(`inmemory://orrery/${fileNameOf(name)}`);
    monaco.editor.getModel(uri)?.dispose();
    const model = monaco.editor.createModel(latestValue.current, "yaml", uri);
    const created = monaco.editor.create(host.current, {
      ...editorOptions(),
      model,
      ariaLabel: label,
      glyphMargin: false,
    });
    editor.current = created;
    decorations.current = created.createDecorationsCollection();
    created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => {
      // The key press may come before the last typed characters are rendered: use the editor's current text.
      flushSync(() => handlers.current.onChange(model.getValue()));
      handlers.current.onApply();
    });
    // An empty text shows no errors, because the user has not written anything yet.
    const markFaults = (): void =>
      created.updateOptions({ renderValidationDecorations: /\S/.test(model.getValue()) ? "editable" : "off" });
    markFaults();
    const subscription = model.onDidChangeContent(() => {
      markFaults();
      handlers.current.onChange(model.getValue());
    });
    return () => {
      subscription.dispose();
      created.dispose();
      model.dispose();
      editor.current = undefined;
    };
  }, [name, label]);

  useEffect(() => monaco.editor.setTheme(dark ? "orrery-dark" : "orrery-light"), [dark]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is written when its revision changes, see there
  useEffect(() => {
    const model = editor.current?.getModel();
    const next = latestValue.current;
    if (!model || model.getValue() === next) return;
    const { from, to, text } = changedPart(model.getValue(), next);
    const range = monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to));
    model.pushEditOperations([], [{ range, text }], () => null);
  }, [revision]);

  useEffect(() => {
    if (schema == null) return;
    return registerSchema(fileNameOf(name), schema);
  }, [name, schema]);

  useEffect(() => {
    decorations.current?.set(
      marks.map((mark) => ({
        range: new monaco.Range(mark.line, 1, mark.line, Number.MAX_SAFE_INTEGER),
        options: {
          isWholeLine: true,
          className: "conflictLine",
          linesDecorationsClassName: "conflictGutter",
          hoverMessage: { value: mark.hover },
          after: { content: `   ${mark.text}`, inlineClassName: "conflictOwner" },
        },
      })),
    );
    const first = marks[0];
    // Only a mark that is new: the marks of the same fields come again while the user types elsewhere.
    if (first !== undefined && first.hover !== revealed.current)
      editor.current?.revealLineInCenterIfOutsideViewport(first.line);
    revealed.current = first?.hover;
  }, [marks]);

  return <div ref={host} className="monacoHost" data-testid="editor" />;
}
