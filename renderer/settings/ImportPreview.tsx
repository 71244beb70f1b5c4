import { useTranslation } from "react-i18next";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/layers/Dialog.tsx";
import type { Transfer } from "./transfer.ts";
import "./ImportPreview.css";

export interface ImportPreviewProps {
  incoming: Transfer;
  clusters: readonly ClusterSummary[];
  busy: boolean;
  onTake(): void;
  onClose(): void;
}

/** A value as text; a dash for an empty one. */
const shownValue = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : String(value)) || "–";

/** A preview of the changes that a settings file makes. */
export function ImportPreview({ incoming, clusters, busy, onTake, onClose }: ImportPreviewProps) {
  const { t } = useTranslation();
  const lines = [
    ...Object.entries(incoming.settings).map(([id, value]) => [t(`settings.${id}.title`), shownValue(value)]),
    ...[...incoming.clusters].flatMap(([id, choice]) => {
      const name = clusters.find((cluster) => cluster.id === id)?.name ?? id;
      return Object.entries(choice).map(([part, value]) => [
        `${name}: ${t(`settings.cluster.${part}.title`)}`,
        shownValue(value),
      ]);
    }),
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("settings.transfer.previewTitle")}
      description={t("settings.transfer.previewText", { count: lines.length })}
      testId="settings-import-dialog"
    >
      <dl className="importLines">
        {lines.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
      {incoming.refused.length === 0 ? null : (
        <p className="notice warn" data-testid="settings-refused">
          {t("settings.transfer.refused", { names: incoming.refused.slice(0, 20).join(", ") })}
        </p>
      )}
      <div className="dialogActions">
        <Button onClick={onClose}>{t("app.cancel")}</Button>
        <Button
          variant="primary"
          disabled={busy}
          refusal={lines.length === 0 ? t("settings.transfer.nothing") : undefined}
          onClick={onTake}
          data-testid="settings-import-yes"
        >
          {t("settings.transfer.take")}
        </Button>
      </div>
    </Dialog>
  );
}
