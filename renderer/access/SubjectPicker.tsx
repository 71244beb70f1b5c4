import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNamespaces } from "../api/queries.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Select } from "../ui/forms/Select.tsx";
import { TextField } from "../ui/forms/TextField.tsx";
import { type AskedSubject, ME } from "./askedSubject.ts";
import { subjectsIn } from "./matrix/matrix.ts";
import { useAccess } from "./model/useAccessState.ts";

export interface SubjectPickerProps {
  subject: AskedSubject;
  kinds: readonly AskedSubject["kind"][];
  label?: string;
  onChange(subject: AskedSubject): void;
}

const SUGGESTED = 500;

/** Chooses the user or another subject. Suggests the names of existing bindings, and accepts any other name. */
export function SubjectPicker({ subject, kinds, label, onChange }: SubjectPickerProps) {
  const { t } = useTranslation();
  const { cluster, namespace } = useClusterScope();
  const { policy } = useAccess();
  const namespaces = useNamespaces(cluster.id);
  // The typed text, so that a semicolon at its end does not disappear while the user types.
  const [typedGroups, setTypedGroups] = useState("");
  const isTyped = groupsFrom(typedGroups).join(";") === subject.groups.join(";");
  const known = useMemo(() => [...policy.scopes()].flatMap((scope) => subjectsIn(policy, scope)), [policy]);
  const namesOf = (kind: string): string[] =>
    [...new Set(known.filter((subject) => subject.kind === kind).map((subject) => subject.name))].slice(0, SUGGESTED);
  return (
    <>
      <Select
        label={label ?? t("rights.subject")}
        value={subject.kind}
        onChange={(kind) =>
          onChange({
            ...ME,
            kind: kind as AskedSubject["kind"],
            namespace: kind === "account" ? namespace || "default" : "",
          })
        }
        options={kinds.map((kind) => ({ value: kind, label: t(`rights.${kind}`) }))}
        testId="whom-kind"
      />
      {subject.kind === "user" ? (
        <>
          <TextField
            label={t("rights.userName")}
            value={subject.name}
            suggestions={namesOf("User")}
            required
            onChange={(event) => onChange({ ...subject, name: event.target.value })}
            data-testid="whom-name"
          />
          <TextField
            label={t("rights.groupsOf")}
            hint={t("rights.groupsHint")}
            value={isTyped ? typedGroups : subject.groups.join("; ")}
            onChange={(event) => {
              setTypedGroups(event.target.value);
              onChange({ ...subject, groups: groupsFrom(event.target.value) });
            }}
            data-testid="whom-groups"
          />
        </>
      ) : null}
      {subject.kind === "group" ? (
        <TextField
          label={t("rights.groupName")}
          value={subject.name}
          suggestions={namesOf("Group")}
          required
          onChange={(event) => onChange({ ...subject, name: event.target.value })}
          data-testid="whom-name"
        />
      ) : null}
      {subject.kind === "account" ? (
        <>
          <TextField
            label={t("rights.accountNamespace")}
            value={subject.namespace}
            suggestions={namespaces.data ?? []}
            required
            onChange={(event) => onChange({ ...subject, namespace: event.target.value.trim() })}
            data-testid="whom-namespace"
          />
          <TextField
            label={t("rights.accountName")}
            value={subject.name}
            suggestions={namesOf("ServiceAccount")}
            required
            onChange={(event) => onChange({ ...subject, name: event.target.value.trim() })}
            data-testid="whom-name"
          />
        </>
      ) : null}
    </>
  );
}

const groupsFrom = (text: string): string[] => [
  ...new Set(
    text
      .split(";")
      .map((group) => group.trim())
      .filter((group) => group !== ""),
  ),
];
