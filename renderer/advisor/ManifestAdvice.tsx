import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Release } from "../../shared/advice/release.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { DropArea, FileButton } from "../editor/manifests/FileSource.tsx";
import "../editor/editor.css";
import YamlEditor, { type LineMark } from "../editor/text/YamlEditor.tsx";
import { Button } from "../ui/Button.tsx";
import { Segmented } from "../ui/forms/Segmented.tsx";
import { ConvertedActions } from "./ConvertedActions.tsx";
import { exampleManifests } from "./exampleManifests.ts";
import { TextFindings } from "./TextFindings.tsx";
import { keepText, readKeptText } from "./textKept.ts";
import { useTextAdvice } from "./useTextAdvice.ts";

const DiffView = lazy(() => import("../editor/diff/DiffView.tsx"));

/** Pasted or dropped manifests, their API versions that the release deprecates or removes, and their conversion. */
export function ManifestAdvice({ target }: { target: Release }) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const [text, setText] = useState(readKeptText);
  const [revision, setRevision] = useState(0);
  const [shows, setShows] = useState("text");
  const { advice, error, pending } = useTextAdvice(text, target, cluster.vocabulary);
  const change = (next: string): void => {
    keepText(next);
    setText(next);
  };
  const replace = (next: string): void => {
    change(next);
    setRevision((n) => n + 1);
  };
  const marks = useMemo<LineMark[]>(
    () =>
      (advice?.findings ?? []).map(({ line, state, removed, deprecated, use }) => {
        const end =
          state === "removed"
            ? t("advisor.gone", { release: removed })
            : t("advisor.deprecated", { release: deprecated });
        const said = use === undefined ? end : `${end}: ${t("advisor.use")} ${use.apiVersion}`;
        return { line, text: said, hover: said };
      }),
    [advice, t],
  );
  const converted = advice?.converted !== undefined && advice.converted !== text ? advice.converted : undefined;
  const showsDiff = shows === "converted" && converted !== undefined;
  return (
    <div className="editor">
      <div className="adviceTools">
        <Segmented
          label={t("advisor.show")}
          value={showsDiff ? "converted" : "text"}
          options={[
            { value: "text", label: t("advisor.given") },
            ...(converted === undefined ? [] : [{ value: "converted", label: t("advisor.converted") }]),
          ]}
          onChange={setShows}
          testId="advice-shows"
        />
        <span className="spacer" />
        <FileButton onText={replace} />
        <Button onClick={() => replace(exampleManifests(vocabulary.domain))} data-testid="advice-example">
          {t("advisor.example")}
        </Button>
        {converted === undefined ? null : <ConvertedActions text={converted} />}
      </div>
      <div className="adviceSplit">
        <DropArea onText={replace}>
          {showsDiff ? (
            <Suspense fallback={<Loading />}>
              <DiffView before={text} after={converted} />
            </Suspense>
          ) : (
            <YamlEditor
              name="advisor"
              value={text}
              revision={revision}
              onChange={change}
              onApply={() => undefined}
              schema={null}
              marks={marks}
            />
          )}
        </DropArea>
        <aside className="adviceSide" aria-label={t("advisor.found")} aria-busy={pending} data-testid="text-advice">
          <TextFindings advice={advice} error={error} pending={pending} target={target} />
        </aside>
      </div>
    </div>
  );
}
