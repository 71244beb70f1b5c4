import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/forms/TextField.tsx";
import { Dialog } from "../../ui/layers/Dialog.tsx";
import { changeCluster } from "../hostActions.ts";
import { useClusterAction } from "../useClusterAction.ts";
import { ColourChoice } from "./ColourChoice.tsx";

/** Sets the name and colour of a cluster. */
export function EditDialog({ cluster, onClose }: { cluster: ClusterSummary; onClose(): void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(cluster.name);
  const [colour, setColour] = useState(cluster.colour);
  const save = useClusterAction(async () => {
    await changeCluster(cluster.id, {
      ...(name === cluster.name ? {} : { name }),
      ...(colour === cluster.colour ? {} : { colour }),
    });
    onClose();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={t("home.edit.title")} description={t("home.edit.text")} testId="edit-dialog">
      <form noValidate className="formStack" onSubmit={submit}>
        <TextField
          label={t("home.edit.name")}
          hint={t("home.edit.nameHint")}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
          data-testid="edit-name"
        />
        <ColourChoice legend={t("home.edit.colour")} colour={colour} onChange={setColour} />
        <div className="dialogActions">
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button type="submit" variant="primary" busy={save.isPending} data-testid="edit-save">
            {t("home.edit.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
