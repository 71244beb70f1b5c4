import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNamespaces } from "../../api/queries.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { AddressField } from "../../ui/forms/AddressField.tsx";
import { CheckLine } from "../../ui/forms/CheckLine.tsx";
import { Select } from "../../ui/forms/Select.tsx";
import { subjectFrom } from "../askedSubject.ts";
import { SubjectPicker } from "../SubjectPicker.tsx";
import { useAddressSubject } from "../useAddressSubject.ts";
import { kindText } from "./matrix.ts";
import { allKinds, dropCell } from "./matrixUrl.ts";

export interface MatrixFormProps {
  params: URLSearchParams;
  namespace: string;
  kind: string;
  onSet(key: string, value: string): void;
}

/** The settings of the matrix; all of them are in the address. */
export function MatrixForm({ params, namespace, kind, onSet }: MatrixFormProps) {
  const { t } = useTranslation();
  const { cluster, types } = useClusterScope();
  const namespaces = useNamespaces(cluster.id);
  const kinds = useMemo(() => allKinds(types, true).map(kindText), [types]);
  const byKinds = params.get("by") === "kinds";
  const [subject, setSubject] = useAddressSubject(subjectFrom(params), dropCell);
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
        <SubjectPicker subject={subject} onChange={setSubject} kinds={["me", "user", "group", "account"]} />
      ) : (
        <AddressField
          label={t("rights.kind")}
          value={kind}
          suggestions={kinds}
          onText={(text) => onSet("kind", text)}
          data-testid="matrix-kind"
        />
      )}
      <AddressField
        label={t("rights.namespace")}
        placeholder={t("rights.clusterOnly")}
        value={namespace}
        suggestions={namespaces.data ?? []}
        onText={(text) => onSet("ns", text.trim())}
        data-testid="matrix-namespace"
      />
      <AddressField
        label={t("rights.filter")}
        value={params.get("filter") ?? ""}
        onText={(text) => onSet("filter", text)}
        data-testid="matrix-filter"
      />
      <div className="checkGroup">
        {byKinds ? (
          <CheckLine checked={params.get("sub") === "1"} onChange={(on) => onSet("sub", on ? "1" : "")}>
            {t("rights.withSubresources")}
          </CheckLine>
        ) : null}
        <CheckLine
          checked={params.get("granted") === "1"}
          onChange={(on) => onSet("granted", on ? "1" : "")}
          testId="matrix-granted"
        >
          {t("rights.onlyGranted")}
        </CheckLine>
      </div>
    </div>
  );
}
