import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNamespaces } from "../../api/queries.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Select } from "../../ui/forms/Select.tsx";
import { TextField } from "../../ui/forms/TextField.tsx";
import { type AskedSubject, SUBJECT_KEYS, subjectFrom, subjectParams } from "../askedSubject.ts";
import { SubjectPicker } from "../SubjectPicker.tsx";
import { kindText } from "./matrix.ts";
import { allKinds } from "./matrixUrl.ts";

export interface MatrixFormProps {
  params: URLSearchParams;
  namespace: string;
  kind: string;
  onSet(key: string, value: string): void;
  onParams(params: URLSearchParams, options: { replace: boolean }): void;
}

/** The settings of the matrix; all of them are in the address. */
export function MatrixForm({ params, namespace, kind, onSet, onParams }: MatrixFormProps) {
  const { t } = useTranslation();
  const { cluster, types } = useClusterScope();
  const namespaces = useNamespaces(cluster.id);
  const kinds = useMemo(() => allKinds(types, true).map(kindText), [types]);
  const byKinds = params.get("by") === "kinds";
  const setSubject = (subject: AskedSubject): void => {
    const next = new URLSearchParams(params);
    for (const key of [...SUBJECT_KEYS, "row", "verb"]) next.delete(key);
    for (const [key, value] of subjectParams(subject)) next.append(key, value);
    onParams(next, { replace: true });
  };
  return (
    <div className="accessFields">
      <Select
        label={t("rights.matrixBy")}
        value={byKinds ? "kinds" : "subjects"}
        onChange={(by) => onSet("by", by)}
        options={[
          { value: "subjects", label: t("rights.bySubjects") },
          { value: "kinds", label: t("rights.byKinds") },
        ]}
        testId="matrix-by"
      />
      {byKinds ? (
        <SubjectPicker subject={subjectFrom(params)} onChange={setSubject} kinds={["me", "user", "group", "account"]} />
      ) : (
        <TextField
          label={t("rights.kind")}
          value={kind}
          suggestions={kinds}
          onChange={(event) => onSet("kind", event.target.value)}
          data-testid="matrix-kind"
        />
      )}
      <TextField
        label={t("rights.namespace")}
        placeholder={t("rights.clusterOnly")}
        value={namespace}
        suggestions={namespaces.data ?? []}
        onChange={(event) => onSet("ns", event.target.value.trim())}
        data-testid="matrix-namespace"
      />
      <TextField
        label={t("rights.filter")}
        value={params.get("filter") ?? ""}
        onChange={(event) => onSet("filter", event.target.value)}
        data-testid="matrix-filter"
      />
      <div className="checkGroup">
        {byKinds ? (
          <label className="checkLine">
            <input
              type="checkbox"
              checked={params.get("sub") === "1"}
              onChange={(event) => onSet("sub", event.target.checked ? "1" : "")}
            />
            {t("rights.withSubresources")}
          </label>
        ) : null}
        <label className="checkLine">
          <input
            type="checkbox"
            checked={params.get("granted") === "1"}
            onChange={(event) => onSet("granted", event.target.checked ? "1" : "")}
            data-testid="matrix-granted"
          />
          {t("rights.onlyGranted")}
        </label>
      </div>
    </div>
  );
}
