import { type ChangeEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ClusterSummary, Preference } from "../../shared/console/clusterSummary.ts";
import { changeCluster } from "../clusters/hostActions.ts";
import { useClusterAction } from "../clusters/useClusterAction.ts";
import { settings, useChosenSettings } from "../localSettings/store.ts";
import { Button } from "../ui/Button.tsx";
import { downloadText } from "../ui/downloadText.ts";
import { Dialog } from "../ui/layers/Dialog.tsx";
import { useToast } from "../ui/layers/Toast.tsx";
import { ImportPreview } from "./ImportPreview.tsx";
import { exportSettings, MAX_CHARACTERS, readSettings, type Transfer, TransferError } from "./transfer.ts";
import "./TransferSection.css";

/** Exports settings to a file, imports them, and resets all of them. */
export function TransferSection({ clusters }: { clusters: readonly ClusterSummary[] }) {
  const { t } = useTranslation();
  const toast = useToast();
  const chosen = useChosenSettings();
  const [incoming, setIncoming] = useState<Transfer>();
  const [resetting, setResetting] = useState(false);
  const nothing = Object.keys(chosen).length === 0;
  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const field = event.target;
    const file = field.files?.[0];
    if (file === undefined) return;
    try {
      const text = file.size > 4 * MAX_CHARACTERS ? " ".repeat(MAX_CHARACTERS + 1) : await file.text();
      setIncoming(
        readSettings(
          text,
          clusters.map(({ id }) => id),
        ),
      );
    } catch (error) {
      const text = error instanceof TransferError ? t(error.message) : String(error);
      toast(text, "bad");
    }
    field.value = "";
  };
  const take = useClusterAction(
    async ({ settings: values, clusters: choices }: Transfer) => {
      settings.replace({ ...settings.chosen(), ...values });
      for (const [id, choice] of choices) await changeCluster(id, choice satisfies Preference);
      setIncoming(undefined);
    },
    () => t("settings.transfer.done"),
  );
  return (
    <div className="transfer">
      <p className="muted">{t("settings.transfer.about")}</p>
      <div className="transferActions">
        <Button
          onClick={() => downloadText("orrery-settings.json", exportSettings(chosen, clusters), "application/json")}
          data-testid="settings-export"
        >
          {t("settings.transfer.export")}
        </Button>
        <label className="uiButton fileButton">
          {t("settings.transfer.import")}
          <input
            type="file"
            accept=".json,application/json"
            className="visuallyHidden"
            onChange={(event) => void choose(event)}
            data-testid="settings-import"
          />
        </label>
        <span className="spacer" />
        <Button
          variant="danger"
          refusal={nothing ? t("settings.allDefault") : undefined}
          onClick={() => setResetting(true)}
          data-testid="settings-reset"
        >
          {t("settings.resetAll")}
        </Button>
      </div>
      {incoming === undefined ? null : (
        <ImportPreview
          incoming={incoming}
          clusters={clusters}
          busy={take.isPending}
          onTake={() => take.mutate(incoming)}
          onClose={() => setIncoming(undefined)}
        />
      )}
      <Dialog
        open={resetting}
        onClose={() => setResetting(false)}
        title={t("settings.resetAllTitle")}
        description={t("settings.resetAllText", { count: Object.keys(chosen).length })}
        testId="settings-reset-dialog"
      >
        <div className="dialogActions">
          <Button onClick={() => setResetting(false)}>{t("app.cancel")}</Button>
          <Button
            variant="dangerSolid"
            onClick={() => {
              settings.replace({});
              setResetting(false);
            }}
            data-testid="settings-reset-yes"
          >
            {t("settings.resetAll")}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
