import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { request } from "../../api/requests/request.ts";
import { useSingleMutation } from "../../api/requests/useSingleMutation.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { editingText } from "../../editor/editingText.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/forms/TextField.tsx";
import { useAccess } from "../model/useAccessState.ts";
import { ErrorNotice } from "../refusals/ErrorNotice.tsx";
import { type RbacRef, refText } from "./drafts.ts";
import { rbacPath } from "./plannedRequests.ts";

export interface ExistingFormProps {
  /** Called with the object's YAML, for the user to change. */
  onChange(document: string): void;
  onRemove(ref: RbacRef): void;
}

/** Adds an existing role or binding to the draft, to change or to remove it. */
export function ExistingForm({ onChange, onRemove }: ExistingFormProps) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const { roles, bindings } = useAccess();
  const [text, setText] = useState("");
  const known = useMemo(() => {
    const refs: RbacRef[] = [
      ...roles.map(
        ({ namespace, name }): RbacRef => ({ kind: namespace === "" ? "ClusterRole" : "Role", namespace, name }),
      ),
      ...bindings.map(
        ({ namespace, name }): RbacRef => ({
          kind: namespace === "" ? "ClusterRoleBinding" : "RoleBinding",
          namespace,
          name,
        }),
      ),
    ];
    return new Map(refs.map((ref) => [refText(ref), ref]).sort() as [string, RbacRef][]);
  }, [roles, bindings]);
  const ref = known.get(text.trim());
  const refusal = ref === undefined ? t("rights.unknownExisting") : undefined;
  const read = useSingleMutation({
    mutationFn: async (one: RbacRef) => {
      const { body } = await request<ApiObject>(cluster.id, { path: rbacPath(one, vocabulary.rbacGroup) });
      return editingText(body);
    },
    onSuccess: onChange,
  });
  return (
    <details className="draftForm">
      <summary data-testid="existing-form">{t("rights.changeExisting")}</summary>
      <div className="existingForm">
        <TextField
          label={t("rights.existing")}
          hint={t("rights.existingHint")}
          value={text}
          suggestions={[...known.keys()]}
          onChange={(event) => setText(event.target.value)}
          data-testid="existing-name"
        />
        <Button
          refusal={refusal}
          busy={read.isPending}
          onClick={() => (ref === undefined ? undefined : read.mutate(ref))}
          data-testid="existing-change"
        >
          {read.isPending ? t("rights.readingOne") : t("rights.change")}
        </Button>
        <Button
          variant="danger"
          refusal={refusal}
          onClick={() => (ref === undefined ? undefined : onRemove(ref))}
          data-testid="existing-remove"
        >
          {t("rights.remove")}
        </Button>
      </div>
      <ErrorNotice error={read.error} />
    </details>
  );
}
