import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ResourceLocator } from "../../../shared/resourcePath.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import { FailedWrite } from "../../access/refusals/FailedWrite.tsx";
import { isAbortError, request } from "../../api/requests/request.ts";
import { useSingleMutation } from "../../api/requests/useSingleMutation.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { GoneNotice } from "../../app/GoneNotice.tsx";
import { OnCluster } from "../../app/OnCluster.tsx";
import type { Propagation } from "../../requests/plannedRequest.ts";
import { TypedNameField, useTypedName } from "../../settings/TypedName.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/layers/Dialog.tsx";
import { useToast } from "../../ui/layers/Toast.tsx";
import { SlowNotice } from "../../ui/SlowNotice.tsx";
import { shortName } from "../../ui/shortName.ts";
import { DeletionFields, deletionOf } from "./DeletionFields.tsx";

export interface DeleteDialogProps {
  open: boolean;
  type: ResourceType;
  locator: ResourceLocator;
  /** Sent as a precondition, to protect another object that has the same name meanwhile. */
  uid: string | undefined;
  /** Whether that object has been deleted since the dialog opened. */
  gone: boolean;
  onClose(): void;
  onDone(): void;
}

/** Asks before deleting; shows the object, the cluster, and the request. */
export function DeleteDialog({ open, type, locator, uid, gone, onClose, onDone }: DeleteDialogProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const toast = useToast();
  const queries = useQueryClient();
  const [propagation, setPropagation] = useState<Propagation>("Background");
  const { namespace = "", name = "" } = locator;
  const typed = useTypedName(name);
  const doomed = { namespace, name, uid };
  const waiting = useRef<AbortController>(undefined);
  const remove = useSingleMutation({
    mutationFn: () => {
      waiting.current = new AbortController();
      return request(cluster.id, { ...deletionOf(type, doomed, propagation), signal: waiting.current.signal });
    },
    onSuccess: () => {
      toast(t("remove.done", { name }));
      void queries.invalidateQueries({ queryKey: ["object", cluster.id] });
      onClose();
      onDone();
    },
  });
  // While the request is running, the object disappears because of it.
  const isLost = gone && !remove.isPending;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("remove.title", { kind: type.kind })}
      testId="delete-dialog"
      description={
        <>
          <strong>{shownText(name)}</strong>
          {namespace ? ` ${t("remove.inNamespace")} ${namespace}` : ""} {t("remove.text")} <OnCluster />
        </>
      }
    >
      <div className="formStack">
        <GoneNotice gone={isLost} name={name} />
        <DeletionFields type={type} objects={[doomed]} propagation={propagation} onPropagation={setPropagation} />
        <TypedNameField typed={typed} />
        {remove.isPending ? <SlowNotice onCancel={() => waiting.current?.abort()} /> : null}
        {isAbortError(remove.error) ? (
          <p className="notice warn" role="status" data-testid="deletion-abandoned">
            {t("waiting.deletionAbandoned")}
          </p>
        ) : (
          <FailedWrite error={remove.error} testId="delete-error" />
        )}
      </div>
      <div className="dialogActions">
        <Button onClick={onClose}>{t("app.cancel")}</Button>
        <Button
          variant="dangerSolid"
          busy={remove.isPending}
          refusal={isLost ? t("object.deletedMeanwhile", { name }) : typed.refusal}
          onClick={() => remove.mutate()}
          data-testid="confirm-delete"
        >
          {t("remove.confirm", { name: shortName(name) })}
        </Button>
      </div>
    </Dialog>
  );
}
