import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Cluster } from "../api/host.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { changeCluster } from "./hostActions.ts";
import { useClusterAction } from "./useClusterAction.ts";

/** Greens for what is harmless up to reds for what is not. */
const COLOURS = ["#2f9e7e", "#1f8fa0", "#4f6bed", "#8a5cd1", "#b4478f", "#c2702b", "#b5443f", "#6b7280"];

/** Gives a cluster a name and a colour of its own. */
export function EditDialog({ cluster, onClose }: { cluster: Cluster; onClose(): void }) {
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
      <form className="homeForm" onSubmit={submit}>
        <TextField
          label={t("home.edit.name")}
          hint={t("home.edit.nameHint")}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
          data-testid="edit-name"
        />
        <fieldset className="swatches">
          <legend className="fieldLabel">{t("home.edit.colour")}</legend>
          {COLOURS.map((one, index) => (
            <label key={one} className="swatch" style={{ background: one }}>
              <input
                type="radio"
                name="colour"
                aria-label={t("home.edit.colourNumber", { number: index + 1 })}
                checked={colour === one}
                onChange={() => setColour(one)}
              />
            </label>
          ))}
          <input
            type="color"
            className="swatchOther"
            aria-label={t("home.edit.otherColour")}
            value={/^#[0-9a-f]{6}$/i.test(colour) ? colour : "#000000"}
            onChange={(event) => setColour(event.target.value)}
          />
        </fieldset>
        <div className="dialogActions">
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={save.isPending} data-testid="edit-save">
            {t("home.edit.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
