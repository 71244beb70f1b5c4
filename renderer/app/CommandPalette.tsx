import { Command } from "cmdk";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Cluster } from "../api/host.ts";
import { useNamespaces } from "../api/queries.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { useTheme } from "../ui/theme.ts";
import { useClusterScope } from "./clusterContext.ts";
import { sidebarGroups } from "./sidebarGroups.ts";
import { accessUrl, clusterUrl, listUrl, newUrl } from "./urls.ts";

export interface CommandPaletteProps {
  open: boolean;
  onClose(): void;
  onHelp(): void;
  clusters: Cluster[];
}

function Item(props: {
  value: string;
  words?: string[];
  icon: IconName;
  note?: string;
  children: string;
  run(): void;
}) {
  return (
    <Command.Item className="menuItem" value={props.value} keywords={props.words ?? []} onSelect={props.run}>
      <span className="faint">
        <Icon name={props.icon} />
      </span>
      {props.children}
      <span className="spacer" />
      {props.note === undefined ? null : <span className="faint mono">{props.note}</span>}
    </Command.Item>
  );
}

/** Goes anywhere by typing: kinds (with their short names), namespaces, clusters, actions. */
export function CommandPalette({ open, onClose, onHelp, clusters }: CommandPaletteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { cluster, vocabulary, types, namespace } = useClusterScope();
  const namespaces = useNamespaces(open ? cluster.id : "");
  const [, setTheme] = useTheme();
  const entries = useMemo(
    () => sidebarGroups(types, vocabulary.domain).flatMap((group) => group.entries),
    [types, vocabulary],
  );
  const run = (action: () => unknown) => () => {
    onClose();
    action();
  };
  return (
    <Command.Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      label={t("palette.label")}
      overlayClassName="overlay"
      contentClassName="palette"
      loop
    >
      <Command.Input className="paletteInput" placeholder={t("palette.placeholder")} data-testid="palette-input" />
      <Command.List className="paletteList">
        <Command.Empty className="paletteEmpty">{t("palette.nothing")}</Command.Empty>
        <Command.Group heading={t("palette.kinds")}>
          {entries.map(({ key, label, type }) => (
            <Item
              key={key}
              value={`${label} ${key}`}
              words={type.shortNames}
              icon="inbox"
              note={type.shortNames[0] ?? ""}
              run={run(() => navigate(listUrl(cluster.id, type, namespace)))}
            >
              {label}
            </Item>
          ))}
        </Command.Group>
        <Command.Group heading={t("palette.namespaces")}>
          {(namespaces.data ?? []).map((name) => (
            <Item
              key={name}
              value={`ns ${name}`}
              icon="arrowRight"
              note="ns"
              run={run(() => navigate(listUrl(cluster.id, { group: "", version: "v1", resource: "pods" }, name)))}
            >
              {name}
            </Item>
          ))}
        </Command.Group>
        <Command.Group heading={t("palette.clusters")}>
          {clusters.map((entry) => (
            <Item
              key={entry.id}
              value={`@${entry.name} ${entry.id}`}
              icon="plug"
              run={run(() => navigate(clusterUrl(entry.id)))}
            >
              {entry.name}
            </Item>
          ))}
        </Command.Group>
        <Command.Group heading={t("palette.actions")}>
          <Item value="can i access" icon="key" run={run(() => navigate(accessUrl(cluster.id)))}>
            {t("access.title")}
          </Item>
          {entries
            .filter(({ type }) => type.verbs.includes("create"))
            .map(({ key, type }) => (
              <Item
                key={key}
                value={`new ${type.kind} ${key}`}
                icon="plus"
                run={run(() => navigate(newUrl(cluster.id, type, type.namespaced ? namespace : "")))}
              >
                {t("list.newObject", { kind: type.kind })}
              </Item>
            ))}
          <Item value="theme light" icon="sun" note={t("top.theme")} run={run(() => setTheme("light"))}>
            {t("top.themeLight")}
          </Item>
          <Item value="theme dark" icon="moon" note={t("top.theme")} run={run(() => setTheme("dark"))}>
            {t("top.themeDark")}
          </Item>
          <Item value="shortcuts help" icon="keyboard" run={run(onHelp)}>
            {t("top.shortcuts")}
          </Item>
          <Item value="home clusters" icon="home" run={run(() => navigate("/"))}>
            {t("app.home")}
          </Item>
        </Command.Group>
      </Command.List>
    </Command.Dialog>
  );
}
