import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { paneName } from "../../api/pane.ts";
import { toggleDock } from "../../commandLine/dockState.ts";
import { useSecondPane } from "../../panes/usePanes.ts";
import { TimeControls } from "../../sandbox/TimeControls.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "../../ui/layers/Menu.tsx";
import { useClusterScope } from "../clusterContext.ts";
import { distinction } from "../distinction.ts";
import { modifierKey } from "../shortcuts/modifierKey.ts";
import { clusterUrl } from "../urls.ts";
import { AppearanceMenu } from "./AppearanceMenu.tsx";
import { NamespacePicker } from "./NamespacePicker.tsx";
import "./barButton.css";
import "../clusterMark.css";
import "./TopBar.css";

export interface TopBarProps {
  clusters: ClusterSummary[];
  /** Whether the sidebar is open when there is no room for it beside the page. */
  sidebar: boolean;
  onSidebar(): void;
  onPalette(): void;
  onHelp(): void;
}

/** The current place (cluster, namespace) and navigation to everywhere else. Its edge has the cluster's colour. */
export function TopBar({ clusters, sidebar, onSidebar, onPalette, onHelp }: TopBarProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const navigate = useNavigate();
  const openSecondPane = useSecondPane();
  return (
    <header className="topBar">
      <button
        type="button"
        className="uiButton quiet iconOnly sidebarToggle"
        aria-label={t("side.label")}
        aria-expanded={sidebar}
        onClick={onSidebar}
        data-testid="sidebar-toggle"
      >
        <Icon name="menu" />
      </button>
      <Link className="brand" to="/" aria-label={t("app.home")} data-testid="home-link">
        <Logo />
        <span>{t("app.name")}</span>
      </Link>
      <Menu
        trigger={
          <button
            type="button"
            className="barButton"
            aria-label={`${t("clusters.switch")}: ${cluster.name}`}
            data-tip={cluster.name}
            data-testid="cluster-switcher"
          >
            <span className="clusterMark" aria-hidden="true" />
            <span className="clusterName">{cluster.name}</span>
            <span className="clusterKind">{distinction(cluster, clusters) ?? t(`clusters.${cluster.kind}`)}</span>
            <Icon name="chevronDown" size={14} />
          </button>
        }
      >
        <MenuLabel>{t("clusters.title")}</MenuLabel>
        {clusters.map((entry) => (
          <MenuItem key={entry.id} onSelect={() => navigate(clusterUrl(entry.id))}>
            <span className="clusterMark" style={{ background: entry.colour }} aria-hidden="true" />
            {entry.name}
            <span className="spacer" />
            {distinction(entry, clusters) === undefined ? null : (
              <span className="faint clusterPlace">{distinction(entry, clusters)}</span>
            )}
            {entry.id === cluster.id ? <Icon name="check" /> : null}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon="home" onSelect={() => navigate("/")}>
          {t("app.home")}
        </MenuItem>
      </Menu>
      <NamespacePicker />
      <span className="spacer" />
      <TimeControls />
      <button
        type="button"
        className="barButton paletteButton"
        aria-label={t("top.paletteLabel")}
        onClick={onPalette}
        data-testid="palette-button"
      >
        <Icon name="search" size={14} />
        <span>{t("top.palette")}</span>
        <kbd>{modifierKey()} K</kbd>
      </button>
      <Button
        variant="quiet"
        icon="terminal"
        aria-label={t("commandLine.open")}
        onClick={toggleDock}
        data-testid="command-toggle"
      />
      {paneName() === undefined ? (
        <Button
          variant="quiet"
          icon="panes"
          aria-label={t("panes.open")}
          onClick={() => openSecondPane()}
          data-testid="open-panes"
        />
      ) : null}
      <Button variant="quiet" icon="keyboard" aria-label={t("top.shortcuts")} onClick={onHelp} />
      <AppearanceMenu />
    </header>
  );
}
