import type { MenuItemConstructorOptions } from "electron";
import type { ClusterState, ClusterSummary } from "../../shared/console/clusterSummary.ts";
import type { Texts } from "../texts/en.ts";

export interface TrayActions {
  /** Shows the window: with the given cluster, or with its current view. */
  open(cluster?: string): void;
  start(cluster: string): void;
  stop(cluster: string): void;
  quit(): void;
  readonly isKeptRunning: boolean;
  keepRunning(isOn: boolean): void;
}

/** At most this many remote clusters are listed; the start page has all of them. */
const MAX_REMOTES = 12;

/** The signs can be distinguished without colour, because native menus have no colours. */
const STATE_SYMBOLS: Readonly<Record<ClusterState, string>> = {
  running: "●",
  connected: "●",
  starting: "◐",
  stopping: "◐",
  stopped: "○",
  unopened: "○",
  failed: "▲",
  unauthorized: "▲",
  unreachable: "▲",
};

/** The tray's menu: every cluster with its state and its actions. Only sandboxes can be started and stopped. */
export function trayMenu(
  clusters: readonly ClusterSummary[],
  texts: Texts,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  const sandboxes = clusters.filter(({ kind }) => kind === "sandbox");
  const remotes = clusters.filter(({ kind }) => kind === "remote");
  const rest = remotes.length - MAX_REMOTES;
  const separator = { type: "separator" } as const;
  const list = (some: readonly ClusterSummary[]): MenuItemConstructorOptions[] =>
    some.length === 0 ? [] : [...some.map((cluster) => clusterItem(cluster, texts, actions)), separator];
  return [
    { label: texts.openOrrery, click: () => actions.open() },
    separator,
    ...list(sandboxes),
    ...list(remotes.slice(0, MAX_REMOTES)),
    ...(rest > 0 ? [{ label: texts.moreClusters(rest), click: () => actions.open() }, separator] : []),
    {
      label: texts.keepRunning,
      type: "checkbox",
      checked: actions.isKeptRunning,
      click: ({ checked }) => actions.keepRunning(checked),
    },
    { label: texts.quit, click: () => actions.quit() },
  ];
}

function clusterItem(cluster: ClusterSummary, texts: Texts, actions: TrayActions): MenuItemConstructorOptions {
  const { id, name, kind, state, reason } = cluster;
  const canStart = state === "stopped" || state === "failed";
  const lifecycle: MenuItemConstructorOptions[] = [
    { label: texts.start, enabled: canStart, click: () => actions.start(id) },
    { label: texts.stop, enabled: state === "running", click: () => actions.stop(id) },
  ];
  return {
    // An ampersand would make the next letter a shortcut.
    label: `${STATE_SYMBOLS[state]} ${name.replaceAll("&", "&&")}: ${texts.state[state]}`,
    submenu: [
      ...(reason === undefined ? [] : [{ label: reason.slice(0, 100), enabled: false }]),
      { label: texts.open, click: () => actions.open(id) },
      ...(kind === "sandbox" ? lifecycle : []),
    ],
  };
}
