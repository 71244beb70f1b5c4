import { Command } from "cmdk";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useChooseFiles } from "../dropFiles/chooseFiles.ts";
import { useSetting } from "../settings/store.ts";
import { useClusterScope } from "./clusterContext.ts";
import { PaletteItem, type RunAction } from "./PaletteItem.tsx";
import { PaletteSettings } from "./PaletteSettings.tsx";
import type { SidebarEntry } from "./sidebarGroups.ts";
import { accessUrl, activityUrl, learnUrl, newUrl, settingsUrl, timeUrl } from "./urls.ts";

export interface PaletteActionsProps {
  entries: readonly SidebarEntry[];
  onHelp(): void;
  run: RunAction;
}

/** Things to do, and views that are not of a kind. */
export function PaletteActions({ entries, onHelp, run }: PaletteActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { cluster, namespace } = useClusterScope();
  const chooseFiles = useChooseFiles();
  const [, setTheme] = useSetting("theme");
  return (
    <Command.Group heading={t("palette.actions")}>
      <PaletteItem
        value="activity requests watch events metrics"
        icon="pulse"
        run={run(() => navigate(activityUrl(cluster.id)))}
      >
        {t("activity.title")}
      </PaletteItem>
      <PaletteItem value="time machine history" icon="clock" run={run(() => navigate(timeUrl(cluster.id)))}>
        {t("timeMachine.title")}
      </PaletteItem>
      <PaletteItem value="learn lessons" icon="book" run={run(() => navigate(learnUrl(cluster.id)))}>
        {t("learn.title")}
      </PaletteItem>
      <PaletteItem value="can i access" icon="key" run={run(() => navigate(accessUrl(cluster.id)))}>
        {t("access.title")}
      </PaletteItem>
      {entries
        .filter(({ type }) => type.verbs.includes("create"))
        .map(({ key, type }) => (
          <PaletteItem
            key={key}
            value={`new ${type.kind} ${key}`}
            icon="plus"
            run={run(() => navigate(newUrl(cluster.id, type, type.namespaced ? namespace : "")))}
          >
            {t("list.newObject", { kind: type.kind })}
          </PaletteItem>
        ))}
      <PaletteItem value="open files yaml json kubeconfig" icon="inbox" run={run(chooseFiles)}>
        {t("files.choose")}
      </PaletteItem>
      <PaletteItem value="theme light" icon="sun" note={t("top.theme")} run={run(() => setTheme("light"))}>
        {t("top.themeLight")}
      </PaletteItem>
      <PaletteItem value="theme dark" icon="moon" note={t("top.theme")} run={run(() => setTheme("dark"))}>
        {t("top.themeDark")}
      </PaletteItem>
      <PaletteSettings onGo={(anchor) => run(() => navigate(settingsUrl(anchor)))()} />
      <PaletteItem value="shortcuts help" icon="keyboard" run={run(onHelp)}>
        {t("top.shortcuts")}
      </PaletteItem>
      <PaletteItem value="home clusters" icon="home" run={run(() => navigate("/"))}>
        {t("app.home")}
      </PaletteItem>
    </Command.Group>
  );
}
