import { useTranslation } from "react-i18next";
import { ErrorNotice } from "../access/refusals/ErrorNotice.tsx";
import { useNavigateIfCurrent } from "../app/useNavigateIfCurrent.ts";
import { addContext } from "../clusters/hostActions.ts";
import { useClusterAction } from "../clusters/useClusterAction.ts";
import type { NamedText } from "../editor/manifests/manifestFiles.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/layers/Dialog.tsx";

/** Offers to add a dropped kubeconfig. Its credentials go to the host and are stored nowhere else. */
export function KubeconfigOffer({ file: { name, text }, onClose }: { file: NamedText; onClose(): void }) {
  const { t } = useTranslation();
  const goOn = useNavigateIfCurrent();
  const add = useClusterAction(
    async () => {
      await addContext({ kubeconfig: text, label: name });
      onClose();
      goOn("/");
    },
    () => t("home.done.added"),
    { quiet: true },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("files.kubeconfig", { name })}
      description={t("files.kubeconfigText")}
      testId="drop-kubeconfig"
    >
      <ErrorNotice error={add.error} />
      <div className="dialogActions">
        <Button onClick={onClose}>{t("app.cancel")}</Button>
        <Button variant="primary" busy={add.isPending} onClick={() => add.mutate()} data-testid="drop-kubeconfig-add">
          {t("files.kubeconfigAdd")}
        </Button>
      </div>
    </Dialog>
  );
}
