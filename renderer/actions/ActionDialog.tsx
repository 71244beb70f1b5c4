import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import type { ResourceLocator } from "../../shared/resourcePath.ts";
import { FailedWrite } from "../access/refusals/FailedWrite.tsx";
import { request } from "../api/requests/request.ts";
import { useSingleMutation } from "../api/requests/useSingleMutation.ts";
import { useViewAs } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { GoneNotice } from "../app/GoneNotice.tsx";
import { OnCluster } from "../app/OnCluster.tsx";
import { fieldManager } from "../editor/applyRequest.ts";
import { clientLine } from "../requests/clientLine.ts";
import { curlLine } from "../requests/curlLine.ts";
import { RequestPreview } from "../requests/RequestPreview.tsx";
import { shellAccess } from "../requests/shellAccess.ts";
import { Button } from "../ui/Button.tsx";
import { Form } from "../ui/forms/Form.tsx";
import { TextField } from "../ui/forms/TextField.tsx";
import { Dialog } from "../ui/layers/Dialog.tsx";
import { useToast } from "../ui/layers/Toast.tsx";
import { AutoscalerNotice } from "./AutoscalerNotice.tsx";
import { commandLine } from "./model/commandLine.ts";
import { type PlainAction, requestOf, steeredOf } from "./model/plannedAction.ts";

export interface ActionDialogProps {
  action: PlainAction;
  object: ApiObject;
  locator: ResourceLocator;
  gone: boolean;
  onClose(): void;
}

/** Replica counts above this must be typing errors. */
const MAX_REPLICAS = 100_000;

/** Explains an action, shows its request, and sends it when the user confirms. */
export function ActionDialog({ action, object, locator, gone, onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const access = shellAccess(cluster, useViewAs(cluster.id));
  const toast = useToast();
  const { name = "" } = locator;
  const [now] = useState(() => Date.now());
  const [text, setText] = useState(() => String(steeredOf(object).replicas ?? ""));
  const replicas = Number(text);
  const isWrong = action === "scale" && !(/^\d+$/.test(text.trim()) && replicas <= MAX_REPLICAS);
  const planned = requestOf(action, {
    object,
    locator,
    vocabulary,
    fieldManager: fieldManager(cluster.id),
    now,
    replicas,
  });
  const job = action === "trigger" ? (planned.body as ApiObject).metadata.name : undefined;
  const command = commandLine(action, locator, { replicas, job, access }) ?? clientLine(planned, access) ?? "";
  const send = useSingleMutation({
    mutationFn: () => request(cluster.id, planned),
    onSuccess: () => {
      toast(t(`actions.${action}.done`, { name, job, count: replicas }));
      onClose();
    },
  });
  const isLost = gone && !send.isPending;
  const refusal = isLost ? t("object.deletedMeanwhile", { name }) : isWrong ? t("actions.replicasWrong") : undefined;
  const confirm = (): void => {
    if (refusal === undefined && !send.isPending) send.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`actions.${action}.title`, { name })}
      description={
        <>
          <p>{t(`actions.${action}.text`)}</p>
          <p>
            {t("actions.on")} <OnCluster />
          </p>
        </>
      }
      testId="action-dialog"
    >
      <Form
        className="formStack"
        onSubmit={() => {
          confirm();
        }}
      >
        <GoneNotice gone={isLost} name={name} />
        {action === "scale" ? (
          <TextField
            label={t("actions.replicas")}
            inputMode="numeric"
            value={text}
            aria-invalid={isWrong}
            onChange={(event) => setText(event.target.value)}
            data-testid="action-replicas"
          />
        ) : null}
        <AutoscalerNotice object={object} replicas={isWrong ? undefined : replicas} enabled={action === "scale"} />
        <RequestPreview curl={[curlLine(access, planned)]} client={[command]} />
        <FailedWrite error={send.error} testId="action-error" />
      </Form>
      <div className="dialogActions">
        <Button onClick={onClose}>{t("app.cancel")}</Button>
        <Button
          variant="primary"
          busy={send.isPending}
          refusal={refusal}
          onClick={confirm}
          data-testid="action-confirm"
        >
          {t(`actions.${action}.do`)}
        </Button>
      </div>
    </Dialog>
  );
}
