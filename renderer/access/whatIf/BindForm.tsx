import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNamespaces } from "../../api/queries.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/forms/TextField.tsx";
import { type AskedSubject, ME } from "../askedSubject.ts";
import { useAccess } from "../model/useAccessState.ts";
import { SubjectPicker } from "../SubjectPicker.tsx";
import { bindingText } from "./bindingText.ts";
import "../questions/questionForm.css";
import { Form } from "../../ui/forms/Form.tsx";

/** A small form for the most common change: binding a role to a subject. */
export function BindForm({ onAdd }: { onAdd(document: string): void }) {
  const { t } = useTranslation();
  const { cluster, vocabulary, namespace: current } = useClusterScope();
  const { roles } = useAccess();
  const namespaces = useNamespaces(cluster.id);
  const [role, setRole] = useState("view");
  const [subject, setSubject] = useState<AskedSubject>({ ...ME, kind: "group" });
  const [namespace, setNamespace] = useState(current);
  const names = useMemo(
    () =>
      [
        ...new Set(roles.filter((one) => one.namespace === "" || one.namespace === namespace).map((r) => r.name)),
      ].sort(),
    [roles, namespace],
  );
  const own = roles.some((one) => one.name === role && namespace !== "" && one.namespace === namespace);
  return (
    <details className="draftForm">
      <summary data-testid="bind-form">{t("rights.addBinding")}</summary>
      <Form
        className="canI"
        aria-label={t("rights.addBinding")}
        onSubmit={() => {
          onAdd(
            bindingText(vocabulary.rbacGroup, { kind: own ? "Role" : "ClusterRole", name: role }, subject, namespace),
          );
        }}
      >
        <TextField
          label={t("rights.role")}
          value={role}
          suggestions={names}
          required
          onChange={(event) => setRole(event.target.value)}
          data-testid="bind-role"
        />
        <TextField
          label={t("rights.bindIn")}
          placeholder={t("rights.wholeCluster")}
          value={namespace}
          suggestions={namespaces.data ?? []}
          onChange={(event) => setNamespace(event.target.value.trim())}
          data-testid="bind-namespace"
        />
        <SubjectPicker
          subject={subject}
          onChange={setSubject}
          kinds={["user", "group", "account"]}
          label={t("rights.toWhom")}
        />
        <div className="canIActions">
          <Button type="submit" data-testid="bind-add">
            {t("rights.addToDraft")}
          </Button>
        </div>
      </Form>
    </details>
  );
}
