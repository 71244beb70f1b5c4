import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paneName } from "../api/pane.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import type { SidebarEntry } from "../app/sidebar/sidebarGroups.ts";
import { newUrl, settingsUrl } from "../app/urls.ts";
import { useChooseFiles } from "../dropFiles/chooseFiles.ts";
import { SETTING_IDS } from "../localSettings/registry.ts";
import { SECTIONS } from "../localSettings/settingKinds.ts";
import { useSetting } from "../localSettings/store.ts";
import { useSecondPane } from "../panes/usePanes.ts";
import { presenting, usePresenting } from "../ui/theme/presenting.ts";
import type { PaletteEntry } from "./paletteEntry.ts";

/** Actions, creation of new objects, and links to all settings. */
export function useActions(kinds: readonly SidebarEntry[], onHelp: () => void): PaletteEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { cluster, namespace } = useClusterScope();
  const chooseFiles = useChooseFiles();
  const [, setTheme] = useSetting("theme");
  const isPresenting = usePresenting();
  const openSecondPane = useSecondPane();
  return useMemo(() => {
    const action = (entry: Omit<PaletteEntry, "group">): PaletteEntry => ({ ...entry, group: "actions" });
    const setting = (anchor: string, title: string, words: string[]): PaletteEntry => ({
      id: `setting ${anchor}`,
      group: "settings",
      title: `${t("settings.title")}: ${title}`,
      words: ["settings", anchor.toLowerCase(), ...words],
      icon: "columns",
      run: () => void navigate(settingsUrl(anchor)),
    });
    const wordsOf = (text: string): string[] => text.toLowerCase().split(" ");
    return [
      action({
        id: "files",
        title: t("files.choose"),
        words: ["open files", "yaml", "json", "kubeconfig"],
        icon: "inbox",
        run: chooseFiles,
      }),
      ...(["light", "dark", "system"] as const).map((theme) =>
        action({
          id: `theme ${theme}`,
          title: t(`top.theme${theme === "light" ? "Light" : theme === "dark" ? "Dark" : "System"}`),
          words: [theme, "theme"],
          icon: theme === "light" ? "sun" : theme === "dark" ? "moon" : "screen",
          note: t("top.theme"),
          run: () => setTheme(theme),
        }),
      ),
      action({
        id: "present",
        title: t(isPresenting ? "learn.present.stop" : "learn.present.title"),
        words: ["present", "presenter", "large type", "projector"],
        icon: "screen",
        run: () => presenting.write(isPresenting ? undefined : true),
      }),
      ...(paneName() === undefined
        ? [
            action({
              id: "panes",
              title: t("panes.open"),
              words: ["second pane", "two panes", "side by side", "split"],
              icon: "panes",
              run: () => openSecondPane(),
            }),
          ]
        : []),
      action({
        id: "shortcuts",
        title: t("top.shortcuts"),
        words: ["shortcuts", "keyboard", "help"],
        icon: "keyboard",
        run: onHelp,
      }),
      ...kinds
        .filter(({ type }) => type.verbs.includes("create"))
        .map(
          ({ key, type }): PaletteEntry => ({
            id: `new ${key}`,
            group: "create",
            title: t("list.newObject", { kind: type.kind }),
            words: ["new", "create", type.singular, ...type.shortNames],
            icon: "plus",
            run: () => void navigate(newUrl(cluster.id, type, type.namespaced ? namespace : "")),
          }),
        ),
      ...SECTIONS.map((section) => setting(section, t(`settings.sections.${section}`), [])),
      ...SETTING_IDS.map((id) => setting(id, t(`settings.${id}.title`), wordsOf(t(`settings.${id}.words`)))),
    ];
  }, [t, navigate, cluster, namespace, kinds, chooseFiles, setTheme, isPresenting, openSecondPane, onHelp]);
}
