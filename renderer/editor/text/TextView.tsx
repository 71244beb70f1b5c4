import { useEffect, useRef } from "react";
import { useIsDark } from "../../ui/theme/theme.ts";
import { editorOptions, monaco } from "./monaco.ts";
import "./TextView.css";

export interface TextViewProps {
  /** The accessible name of the text. */
  label: string;
  text: string;
  language?: "yaml" | "plaintext";
}

/** A long text in a read-only editor. */
export default function TextView({ label, text, language = "yaml" }: TextViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const dark = useIsDark();
  useEffect(() => {
    if (host.current === null) return;
    const model = monaco.editor.createModel(text, language);
    const editor = monaco.editor.create(host.current, {
      ...editorOptions(),
      model,
      ariaLabel: label,
      glyphMargin: false,
      readOnly: true,
      domReadOnly: true,
    });
    return () => {
      editor.dispose();
      model.dispose();
    };
  }, [text, label, language]);
  useEffect(() => monaco.editor.setTheme(dark ? "orrery-dark" : "orrery-light"), [dark]);
  return <div ref={host} className="textView" data-testid="text-view" />;
}
