import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNamespaces } from "../../api/queries.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Select } from "../../ui/forms/Select.tsx";
import { TextField } from "../../ui/forms/TextField.tsx";
import { kindText } from "../matrix/matrix.ts";
import { allKinds, MATRIX_VERBS } from "../matrix/matrixUrl.ts";
import type { Question } from "./review.ts";
import { splitResource } from "./review.ts";

/** Resource and subresource as rules write them, in one text: `deployments.apps/scale`. */
export const resourceText = ({ resource, subresource }: Pick<Question, "resource" | "subresource">): string =>
  subresource === "" ? resource : `${resource}/${subresource}`;

/** Parses such a text. A trailing slash is kept while the user types the rest. */
export function resourceOf(text: string): Pick<Question, "resource" | "subresource"> {
  const slash = text.indexOf("/");
  return slash < 0 || slash === text.length - 1
    ? { resource: text, subresource: "" }
    : { resource: text.slice(0, slash), subresource: text.slice(slash + 1) };
}

/** Verbs that rules name, besides those that a resource serves. */
const VERBS = [...MATRIX_VERBS, "bind", "escalate", "impersonate", "*"];

/** The fields of a question, with suggestions from discovery; they accept any text, because rules may name anything. */
export function QuestionFields({ question, onChange }: { question: Question; onChange(question: Question): void }) {
  const { t } = useTranslation();
  const { cluster, types } = useClusterScope();
  const namespaces = useNamespaces(cluster.id);
  const set = (change: Partial<Question>): void => onChange({ ...question, ...change });
  const resources = useMemo(() => allKinds(types, true).map(kindText), [types]);
  const chosen = useMemo(() => splitResource(question.resource), [question.resource]);
  const type = types.find((e) => e.resource === chosen.resource && e.group === chosen.group);
  const suggestions = useMemo(() => {
    const own = (type?.subresources ?? []).map((name) => `${question.resource}/${name}`);
    return [...new Set([...resources, ...own])];
  }, [resources, type, question.resource]);
  const unknown = types.length > 0 && type === undefined && question.resource !== "" && question.resource !== "*";
  return (
    <>
      <Select
        label={t("access.mode")}
        value={question.mode}
        onChange={(mode) => set({ mode: mode === "path" ? "path" : "resource" })}
        options={[
          { value: "resource", label: t("access.modeResource") },
          { value: "path", label: t("access.modePath") },
        ]}
        testId="can-i-mode"
      />
      <TextField
        label={t("access.verb")}
        value={question.verb}
        suggestions={[...new Set([...(type?.verbs ?? []), ...VERBS])]}
        required
        onChange={(event) => set({ verb: event.target.value })}
        data-testid="can-i-verb"
      />
      {question.mode === "path" ? (
        <TextField
          label={t("access.path")}
          value={question.path}
          required
          className="mono"
          onChange={(event) => set({ path: event.target.value })}
          data-testid="can-i-path"
        />
      ) : (
        <>
          <TextField
            label={t("access.resource")}
            hint={unknown ? t("access.unknownResource") : t("access.resourceHint")}
            value={resourceText(question)}
            suggestions={suggestions}
            required
            onChange={(event) => set(resourceOf(event.target.value))}
            data-testid="can-i-resource"
          />
          <TextField
            label={t("access.namespace")}
            hint={t("access.namespaceHint")}
            value={question.namespace}
            suggestions={namespaces.data ?? []}
            onChange={(event) => set({ namespace: event.target.value })}
            data-testid="can-i-namespace"
          />
          <TextField
            label={t("access.name")}
            placeholder={t("access.anyName")}
            value={question.name}
            onChange={(event) => set({ name: event.target.value })}
            data-testid="can-i-name"
          />
        </>
      )}
    </>
  );
}
