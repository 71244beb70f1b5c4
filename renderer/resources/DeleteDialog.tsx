import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ResourceLocator } from "../../shared/resourcePath.ts";
import { WhyLink } from "../access/WhyLink.tsx";
import { request } from "../api/request.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Select } from "../ui/Select.tsx";
import { useToast } from "../ui/Toast.tsx";
import "./browse.css";
import { clientLines, curlText, deleteRequest, type Propagation } from "./commandText.ts";
import { DependentsPreview } from "./DependentsPreview.tsx";
import { RequestPreview } from "./RequestPreview.tsx";

export interface DeleteDialogProps {
  open: boolean;
  type: ResourceType;
  locator: ResourceLocator;
  /** Sent as a precondition: another object that took the name meanwhile is not hit. */
  uid: string | undefined;
  onClose(): void;
  onDone(): void;
}

/** Asks before deleting; names the object and the cluster, and shows the request. */
export function DeleteDialog({ open, type, locator, uid, onClose, onDone }: DeleteDialogProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const toast = useToast();
  const queries = useQueryClient();
  const [propagation, setPropagation] = useState<Propagation>("Background");
  const { group, version, resource, namespace, name = "" } = locator;
  const plan = deleteRequest({ group, version, resource, namespace, name }, propagation, uid);
  const owners = { type, uids: uid === undefined ? [] : [uid], namespaces: [namespace ?? ""] };
  const remove = useMutation({
    mutationFn: () => request(cluster.id, plan),
    onSuccess: () => {
      toast(t("remove.done", { name }));
      void queries.invalidateQueries({ queryKey: ["object", cluster.id] });
      onClose();
      onDone();
    },
  });
  const policies: { value: Propagation; label: string }[] = [
    { value: "Background", label: t("remove.background") },
    { value: "Foreground", label: t("remove.foreground") },
    { value: "Orphan", label: t("remove.orphan") },
  ];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("remove.title", { kind: type.kind })}
      testId="delete-dialog"
      description={
        <>
          <strong>{name}</strong>
          {namespace ? ` ${t("remove.inNamespace")} ${namespace}` : ""} {t("remove.text")}{" "}
          <span className="clusterName">
            <span className="clusterMark inline" aria-hidden="true" /> {cluster.name}
          </span>
          .
        </>
      }
    >
      <div className="removeForm">
        <Select
          label={t("remove.propagation")}
          value={propagation}
          onChange={(value) => setPropagation(value as Propagation)}
          options={policies}
          testId="propagation"
        />
        <DependentsPreview owners={owners} propagation={propagation} />
        <RequestPreview
          curl={[curlText(cluster.apiServer, plan)]}
          client={clientLines(
            "delete",
            type,
            [{ name, namespace: namespace ?? "" }],
            [`--cascade=${propagation.toLowerCase()}`],
          )}
        />
        {remove.error === null ? null : (
          <p className="notice bad" role="alert">
            {remove.error.message} <WhyLink error={remove.error} />
          </p>
        )}
      </div>
      <div className="dialogActions">
        <Button onClick={onClose}>{t("app.cancel")}</Button>
        <Button
          variant="dangerSolid"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
          data-testid="confirm-delete"
        >
          {t("remove.confirm", { name })}
        </Button>
      </div>
    </Dialog>
  );
}
