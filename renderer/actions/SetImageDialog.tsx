import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import type { ResourceLocator } from "../../shared/resourcePath.ts";
import { isApiError } from "../../shared/status.ts";
import { FailedWrite } from "../access/refusals/FailedWrite.tsx";
import { request } from "../api/requests/request.ts";
import { useSingleMutation } from "../api/requests/useSingleMutation.ts";
import { useViewAs } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { GoneNotice } from "../app/GoneNotice.tsx";
import { OnCluster } from "../app/OnCluster.tsx";
import { fieldManager } from "../editor/applyRequest.ts";
import { curlLine } from "../requests/curlLine.ts";
import { RequestPreview } from "../requests/RequestPreview.tsx";
import { shellAccess } from "../requests/shellAccess.ts";
import { Button } from "../ui/Button.tsx";
import { Form } from "../ui/forms/Form.tsx";
import { TextField } from "../ui/forms/TextField.tsx";
import { Dialog } from "../ui/layers/Dialog.tsx";
import { useToast } from "../ui/layers/Toast.tsx";
import { setImageLine } from "./model/commandLine.ts";
import { changedImages, imagesOf, setImagesRequest, type TemplateImage } from "./model/images.ts";
import { isRolledOut } from "./model/plannedAction.ts";
import { RolloutProgress } from "./RolloutProgress.tsx";

export interface SetImageDialogProps {
  object: ApiObject;
  locator: ResourceLocator;
  gone: boolean;
  onClose(): void;
}

/** Changes images of a workload's pod template, and then shows the rollout. */
export function SetImageDialog({ object, locator, gone, onClose }: SetImageDialogProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const toast = useToast();
  const access = shellAccess(cluster, useViewAs(cluster.id));
  const { name = "" } = locator;
  // The object may change while the dialog is open: then the server refuses the patch.
  const [images] = useState(() => imagesOf(object));
  const [wanted, setWanted] = useState<ReadonlyMap<string, string>>(new Map());
  const changed = changedImages(images, wanted);
  const planned = setImagesRequest(locator, images, changed, fieldManager(cluster.id));
  const send = useSingleMutation({
    mutationFn: async () => (await request<ApiObject>(cluster.id, planned)).body,
    onSuccess: (stored) => {
      if (isRolledOut(stored)) return;
      toast(t("actions.setImage.done", { name }));
      onClose();
    },
  });
  const isLost = gone && !send.isPending;
  const wrong =
    changed.length === 0
      ? t("actions.setImage.same")
      : changed.some(({ image }) => image === "")
        ? t("actions.setImage.empty")
        : undefined;
  const refusal = isLost ? t("object.deletedMeanwhile", { name }) : wrong;
  const confirm = (): void => {
    if (refusal === undefined && !send.isPending) send.mutate();
  };
  const isStale = isApiError(send.error) && send.error.code === 422;
  if (send.data !== undefined) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={t("actions.rollout.title", { name })}
        description={
          <p>
            {t("actions.on")} <OnCluster />
          </p>
        }
        testId="action-dialog"
      >
        <RolloutProgress changed={send.data} locator={locator} />
        <div className="dialogActions">
          <Button variant="primary" onClick={onClose} data-testid="rollout-close">
            {t("app.close")}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("actions.setImage.title", { name })}
      description={
        <>
          <p>{t(isRolledOut(object) ? "actions.setImage.text" : "actions.setImage.textJobs")}</p>
          <p>
            {t("actions.on")} <OnCluster />
          </p>
        </>
      }
      testId="action-dialog"
    >
      <Form className="formStack" onSubmit={confirm}>
        <GoneNotice gone={isLost} name={name} />
        {images.map((each) => (
          <ImageField
            key={each.name}
            of={each}
            value={wanted.get(each.name) ?? each.image}
            onChange={(image) => setWanted((before) => new Map(before).set(each.name, image))}
          />
        ))}
        {wrong === undefined ? (
          <RequestPreview curl={[curlLine(access, planned)]} client={[setImageLine(locator, changed, access)]} />
        ) : null}
        <FailedWrite error={send.error} testId="action-error" />
        {isStale ? <p className="notice warn">{t("actions.setImage.stale")}</p> : null}
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
          {t("actions.setImage.do")}
        </Button>
      </div>
    </Dialog>
  );
}

function ImageField({ of, value, onChange }: { of: TemplateImage; value: string; onChange(image: string): void }) {
  const { t } = useTranslation();
  const { name, image, isInit } = of;
  return (
    <TextField
      label={isInit ? t("actions.setImage.init", { name }) : name}
      {...(value.trim() === image ? {} : { hint: t("actions.setImage.was", { image }) })}
      className="mono"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      data-testid={`image-${name}`}
    />
  );
}
