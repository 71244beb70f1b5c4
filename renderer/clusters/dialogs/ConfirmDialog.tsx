import { useTranslation } from "react-i18next";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { TypedNameField, useTypedName } from "../../settings/TypedName.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/layers/Dialog.tsx";
import { shortName } from "../../ui/shortName.ts";
import { act, removeCluster } from "../hostActions.ts";
import { useClusterAction } from "../useClusterAction.ts";

export interface ConfirmDialogProps {
  cluster: ClusterSummary;
  action: "delete" | "reset" | "forget";
  onClose(): void;
}

/** Asks before an action that loses data; names the cluster and the loss. */
export function ConfirmDialog({ cluster, action, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const { id, name } = cluster;
  const typed = useTypedName(name);
  const run = useClusterAction(async () => {
    await (action === "reset" ? act(id, "reset") : removeCluster(id));
    onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`home.confirm.${action}Title`, { name })}
      description={t(`home.confirm.${action}Text`)}
      testId="confirm-dialog"
    >
      <TypedNameField typed={typed} />
      <div className="dialogActions">
        <Button onClick={onClose}>{t("app.cancel")}</Button>
        <Button
          variant="dangerSolid"
          busy={run.isPending}
          refusal={typed.refusal}
          onClick={() => run.mutate()}
          data-testid="confirm-yes"
        >
          {t(`home.confirm.${action}Yes`, { name: shortName(name) })}
        </Button>
      </div>
    </Dialog>
  );
}
