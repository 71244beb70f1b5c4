import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useLocation, useParams, useSearchParams } from "react-router";
import { ViewAsBanner } from "../access/viewAs/ViewAsBanner.tsx";
import { vocabularyOf } from "../api/host.ts";
import { paneName } from "../api/pane.ts";
import { useClusters } from "../api/queries.ts";
import { useViewAsText } from "../api/viewAs.ts";
import { ClusterGate } from "../clusters/ClusterGate.tsx";
import { canRetry } from "../clusters/home/clusterGroups.ts";
import { toggleDock } from "../commandLine/dockState.ts";
import { ClusterAges } from "../sandbox/ClusterAges.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";
import { ClusterContext, type ClusterScope } from "./clusterContext.ts";
import { HostTrouble } from "./HostTrouble.tsx";
import { Loading } from "./Loading.tsx";
import { namespacesIn } from "./nameList.ts";
import { ShortcutsDialog } from "./shortcuts/ShortcutsDialog.tsx";
import { useGlobalKeys } from "./shortcuts/useGlobalKeys.ts";
import { Sidebar } from "./sidebar/Sidebar.tsx";
import { DockInUse } from "./topBar/DockInUse.tsx";
import { ScenarioInPlay } from "./topBar/ScenarioInPlay.tsx";
import { TopBar } from "./topBar/TopBar.tsx";
import { useHasNamespace } from "./useHasNamespace.ts";
import { useServedTypes } from "./useServedTypes.ts";
import "./page.css";
import "./ClusterLayout.css";

const CommandPalette = lazyPart(() => import("../palette/CommandPalette.tsx").then((m) => m.CommandPalette));

/** The frame around every view inside one cluster. */
export function ClusterLayout() {
  const { t } = useTranslation();
  const { cluster: id = "" } = useParams();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const clusters = useClusters();
  const cluster = clusters.data?.find((entry) => entry.id === id);
  const word = cluster?.vocabulary ?? "";
  const vocabulary = useMemo(() => vocabularyOf({ vocabulary: word }), [word]);
  const served = useServedTypes(cluster === undefined ? "" : id, vocabulary);
  const viewAs = useViewAsText(id);
  const [palette, setPalette] = useState(false);
  const [help, setHelp] = useState(false);
  const [sidebar, setSidebar] = useState(false);
  const [line, setLine] = useState("");
  const showHelp = useCallback(() => setHelp(true), []);
  const openPalette = (initial: string): void => {
    setLine(initial);
    setPalette((open) => !open);
  };
  // Loaded in advance, so that keys typed right after its shortcut go to the palette.
  useEffect(() => void CommandPalette.preload(), []);
  useGlobalKeys({
    onPalette: () => openPalette(""),
    onCommand: () => openPalette(":"),
    onHelp: showHelp,
    onSidebar: () => setSidebar(true),
    onDock: toggleDock,
  });

  const { refetch } = clusters;
  const retryHost = useCallback(() => void refetch(), [refetch]);

  // A sidebar that covers the page closes when the user navigates.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the new address is
  useEffect(() => setSidebar(false), [pathname]);

  // Some views have the namespace in their address; others keep the namespace of the previous view.
  const lastNamespace = useRef("");
  const namespaces = useHasNamespace() ? namespacesIn(search.get("ns") ?? "").join(",") : lastNamespace.current;
  useEffect(() => {
    lastNamespace.current = namespaces;
  }, [namespaces]);

  const namespace = namespaces.includes(",") ? "" : namespaces;

  // On the root element, because dialogs and menus render outside the shell.
  const colour = cluster?.colour;
  useEffect(() => {
    if (colour === undefined) return;
    document.documentElement.style.setProperty("--cluster", colour);
    return () => {
      document.documentElement.style.removeProperty("--cluster");
    };
  }, [colour]);
  const scope = useMemo<ClusterScope | undefined>(
    () => (cluster === undefined ? undefined : { cluster, vocabulary, ...served, namespace, namespaces }),
    [cluster, vocabulary, served, namespace, namespaces],
  );

  if (clusters.isPending) return <Loading />;
  if (clusters.data === undefined)
    return <HostTrouble error={clusters.error} onRetry={() => void clusters.refetch()} />;
  if (scope === undefined) {
    return (
      <EmptyState icon="plug" title={t("clusters.unknown")}>
        <p>{t("clusters.unknownText", { id })}</p>
        <Link className="uiButton" to="/">
          {t("app.home")}
        </Link>
      </EmptyState>
    );
  }
  return (
    <ClusterContext value={scope}>
      <ClusterAges>
        <div className={sidebar ? "shell sidebarOpen" : "shell"}>
          <a className="skip" href="#main">
            {t("app.skip")}
          </a>
          <TopBar
            clusters={clusters.data}
            sidebar={sidebar}
            onSidebar={() => setSidebar((open) => !open)}
            onPalette={() => openPalette("")}
            onHelp={showHelp}
          />
          <Sidebar error={canRetry(scope.cluster.state) ? null : (served.undiscovered?.error ?? null)} />
          <main id="main" className="viewMain" key={`${id} ${viewAs}`} tabIndex={-1} data-path={pathname}>
            {paneName() === undefined ? <ViewAsBanner cluster={id} /> : null}
            <ScenarioInPlay />
            <ClusterGate
              cluster={scope.cluster}
              hasContent={!served.discovering && served.undiscovered === undefined}
              hostError={clusters.error}
              onHostRetry={retryHost}
            >
              <Outlet />
            </ClusterGate>
          </main>
          <DockInUse />
          {palette ? (
            <CommandPalette
              open
              onClose={() => setPalette(false)}
              clusters={clusters.data}
              initial={line}
              onHelp={showHelp}
            />
          ) : null}
          <ShortcutsDialog open={help} onClose={() => setHelp(false)} />
        </div>
      </ClusterAges>
    </ClusterContext>
  );
}
