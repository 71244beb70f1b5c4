import { useTranslation } from "react-i18next";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { useClusters } from "../../api/queries.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Menu, MenuCheck, MenuLabel } from "../../ui/layers/Menu.tsx";
import "../../app/clusterMark.css";

/** Maximum number of clusters in a list. */
export const MAX_CLUSTERS = 10;

const isOff = ({ state }: ClusterSummary): boolean => ["stopped", "starting", "stopping", "failed"].includes(state);

export interface ClustersMenuProps {
  /** Ids of the clusters in the list besides the page's own. */
  chosen: ReadonlySet<string>;
  onToggle(id: string): void;
}

/** Adds other clusters to a list. No cluster is contacted before the user chooses it. */
export function ClustersMenu({ chosen, onToggle }: ClustersMenuProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const others = (useClusters().data ?? []).filter(({ id }) => id !== cluster.id);
  if (others.length === 0) return null;
  const names = others.filter(({ id }) => chosen.has(id)).map(({ name }) => name);
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="uiButton quiet small" data-testid="clusters-menu">
          <Icon name="layers" size={13} />
          {names.length === 0 ? t("listSetup.addCluster") : t("listSetup.clusters", { count: names.length + 1 })}
        </button>
      }
    >
      <MenuLabel>{t("listSetup.alsoFrom")}</MenuLabel>
      {others.map((other) => {
        const isChosen = chosen.has(other.id);
        const isBarred = !isChosen && (isOff(other) || chosen.size + 1 >= MAX_CLUSTERS);
        return (
          <MenuCheck
            key={other.id}
            checked={isChosen}
            disabled={isBarred}
            onChange={() => onToggle(other.id)}
            testId={`cluster-add-${other.id}`}
          >
            <span className="clusterMark" style={{ background: other.colour }} aria-hidden="true" />
            {other.name}
            <span className="faint">
              {isOff(other) ? t(`home.state.${other.state}`) : other.kind === "remote" ? other.source : null}
            </span>
          </MenuCheck>
        );
      })}
    </Menu>
  );
}
