import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Loading } from "../../app/Loading.tsx";
import type { DraftProblem } from "./parseDrafts.ts";
import { useDraftSchema } from "./useDraftSchema.ts";

const YamlEditor = lazy(() => import("../../editor/text/YamlEditor.tsx"));

export interface DraftEditorProps {
  text: string;
  problems: readonly DraftProblem[];
  onChange(text: string): void;
}

/** The drafted roles and bindings as YAML documents, each checked against the server's schema. */
export function DraftEditor({ text, problems, onChange }: DraftEditorProps) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const schema = useDraftSchema(vocabulary);
  // The editor is only updated with text that the forms add; text that the user typed must not be written back into it.
  const [revision, setRevision] = useState(0);
  const own = useRef(text);
  if (own.current !== text) {
    own.current = text;
    setRevision(revision + 1);
  }
  const marks = useMemo(
    () =>
      problems.map(({ kind, line, detail }) => {
        const said = t(`rights.problem.${kind}`, { line, detail });
        return { line, text: said, hover: said };
      }),
    [problems, t],
  );
  return (
    <div className="draftEditor" data-testid="what-if-text">
      <Suspense fallback={<Loading text={t("editor.loading")} />}>
        <YamlEditor
          name={`${cluster.id}/whatIf`}
          value={text}
          revision={revision}
          onChange={(next) => {
            own.current = next;
            onChange(next);
          }}
          onApply={() => undefined}
          schema={schema}
          marks={marks}
        />
      </Suspense>
    </div>
  );
}
