import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useIsDark } from "../../ui/theme/theme.ts";
import { editorOptions, monaco } from "../text/monaco.ts";
import "./DiffView.css";

/** Sets the accessible name of a side, and restores it when the diff editor removes it on resize. */
function keepLabel(side: monaco.editor.ICodeEditor, ariaLabel: string): void {
  const option = monaco.editor.EditorOption.ariaLabel;
  side.updateOptions({ ariaLabel });
  side.onDidChangeConfiguration((event) => {
    if (event.hasChanged(option) && side.getOption(option) !== ariaLabel) side.updateOptions({ ariaLabel });
  });
}

/** Two texts side by side with marked differences, read-only. */
export default function DiffView({ before, after }: { before: string; after: string }) {
  const host = useRef<HTMLDivElement>(null);
  const dark = useIsDark();
  const { t } = useTranslation();
  const [beforeLabel, afterLabel] = [t("write.beforeLabel"), t("write.afterLabel")];
  useEffect(() => {
    if (host.current === null) return;
    const original = monaco.editor.createModel(before, "yaml");
    const modified = monaco.editor.createModel(after, "yaml");
    const editor = monaco.editor.createDiffEditor(host.current, {
      ...editorOptions(),
      readOnly: true,
      renderSideBySide: true,
      renderOverviewRuler: false,
      hideUnchangedRegions: { enabled: true },
      // A change at the end of a long line would be out of sight.
      diffWordWrap: "on",
      maxComputationTime: 2_000,
    });
    editor.setModel({ original, modified });
    // Scrolls to the first difference.
    editor.revealFirstDiff();
    keepLabel(editor.getOriginalEditor(), beforeLabel);
    keepLabel(editor.getModifiedEditor(), afterLabel);
    return () => {
      editor.dispose();
      original.dispose();
      modified.dispose();
    };
  }, [before, after, beforeLabel, afterLabel]);
  useEffect(() => monaco.editor.setTheme(dark ? "orrery-dark" : "orrery-light"), [dark]);
  return <div ref={host} className="diffHost" data-testid="diff" />;
}
