import { useTranslation } from "react-i18next";
import { useClusters } from "../api/queries.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/layers/Dialog.tsx";

export interface ClusterChoiceProps {
  onChoose(cluster: string): void;
  onClose(): void;
}

/** Asks for the target cluster of a file's objects; open clusters come first. */
export function ClusterChoice({ onChoose, onClose }: ClusterChoiceProps) {
  const { t } = useTranslation();
  const isOpen = (state: string): boolean => state === "running" || state === "connected";
  const clusters = (useClusters().data ?? []).toSorted((a, b) => Number(isOpen(b.state)) - Number(isOpen(a.state)));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("files.whichCluster")}
      description={t("files.whichClusterText")}
      testId="drop-cluster"
    >
      <ul className="dropClusters">
        {clusters.map(({ id, name, colour, state }) => (
          <li key={id}>
            <button type="button" className="menuItem" onClick={() => onChoose(id)} data-testid={`drop-on-${id}`}>
              <span className="clusterMark" style={{ background: colour }} aria-hidden="true" />
              {name}
              <span className="spacer" />
              <span className="muted">{t(`home.state.${state}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="dialogActions">
        <Button onClick={onClose}>{t("app.cancel")}</Button>
      </div>
    </Dialog>
  );
}
