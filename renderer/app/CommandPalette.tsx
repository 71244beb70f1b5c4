import { Command } from "cmdk";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Cluster } from "../api/host.ts";
import { useNamespaces } from "../api/queries.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { useTheme } from "../ui/theme.ts";
import { CommandLineItems } from "./CommandLineItems.tsx";
import { useClusterScope } from "./clusterContext.ts";
import { sidebarGroups } from "./sidebarGroups.ts";
import { accessUrl, activityUrl, clusterUrl, learnUrl, listUrl, newUrl, timeUrl } from "./urls.ts";

export interface CommandPaletteProps {
  open: boolean;
  onClose(): void;
  onHelp(): void;
  clusters: Cluster[];
  /** What stands in the field when it opens: a colon begins a command line. */
  initial?: string;
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
export function CommandPalette({ open, onClose, onHelp, clusters, initial = "" }: CommandPaletteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { cluster, vocabulary, types, namespace, namespaces: chosen } = useClusterScope();
  const namespaces = useNamespaces(open ? cluster.id : "");
  const [, setTheme] = useTheme();
  const [text, setText] = useState(initial);
  useEffect(() => {
    if (open) setText(initial);
  }, [open, initial]);
  const line = text.startsWith(":") ? text.slice(1) : undefined;
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
      shouldFilter={line === undefined}
    >
      <Command.Input
        className="paletteInput"
        placeholder={t("palette.placeholder")}
        value={text}
        onValueChange={setText}
        onFocus={(event) => {
          // The dialog selects what it focuses; a colon that stands there already must not be typed over.
          const field = event.currentTarget;
          queueMicrotask(() => field.setSelectionRange(field.value.length, field.value.length));
        }}
        data-testid="palette-input"
      />
      <Command.List className="paletteList">
        {line === undefined ? null : <CommandLineItems line={line} clusters={clusters} onGo={onClose} />}
        {line !== undefined ? null : (
          <>
            {line === undefined ? <Command.Empty className="paletteEmpty">{t("palette.nothing")}</Command.Empty> : null}
            <Command.Group heading={t("palette.kinds")}>
              {entries.map(({ key, label, type }) => (
                <Item
                  key={key}
                  value={`${label} ${key}`}
                  words={type.shortNames}
                  icon="inbox"
                  note={type.shortNames[0] ?? ""}
                  run={run(() => navigate(listUrl(cluster.id, type, chosen)))}
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
              <Item
                value="activity requests watch events metrics"
                icon="pulse"
                run={run(() => navigate(activityUrl(cluster.id)))}
              >
                {t("activity.title")}
              </Item>
              <Item value="time machine history" icon="clock" run={run(() => navigate(timeUrl(cluster.id)))}>
                {t("timeMachine.title")}
              </Item>
              <Item value="learn lessons" icon="book" run={run(() => navigate(learnUrl(cluster.id)))}>
                {t("learn.title")}
              </Item>
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
          </>
        )}
      </Command.List>
    </Command.Dialog>
  );
}
