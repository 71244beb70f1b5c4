import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { SelectedPods } from "../resources/kinds/parts/SelectedPods.tsx";
import { Segmented } from "../ui/forms/Segmented.tsx";
import { Workbench, type WorkbenchProps } from "./Workbench.tsx";
import "./ScenarioBench.css";

type View = "cluster" | "request";

export interface ScenarioBenchProps extends WorkbenchProps {
  /** The scenario's own namespace. */
  readonly namespace: string;
}

/** Next to a scenario: the pods of its namespace, live, or the workbench. A new draft switches to the workbench. */
export function ScenarioBench({ namespace, ...bench }: ScenarioBenchProps) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>("cluster");
  useEffect(() => {
    if (bench.draft !== undefined) setView("request");
  }, [bench.draft]);
  return (
    <>
      <div className="scenarioBenchHead">
        <Segmented
          label={t("learn.bench")}
          value={view}
          options={[
            { value: "cluster", label: t("learn.cluster") },
            { value: "request", label: t("learn.workbench") },
          ]}
          onChange={(chosen) => setView(chosen as View)}
          testId="scenario-bench"
        />
      </div>
      {view === "cluster" ? (
        <div className="scenarioPods">
          <SelectedPods namespace={namespace} labels="" />
        </div>
      ) : null}
      {/* Hidden instead of unmounted, so that it keeps the typed text. */}
      <div hidden={view !== "request"}>
        <Workbench {...bench} />
      </div>
    </>
  );
}
