import { useTranslation } from "react-i18next";
import { SETTING_IDS } from "../settings/registry.ts";
import { SECTIONS } from "../settings/settingKinds.ts";
import { PaletteItem } from "./PaletteItem.tsx";

/** The way to each section of the settings, and to each setting. */
export function PaletteSettings({ onGo }: { onGo(anchor: string): void }) {
  const { t } = useTranslation();
  const item = (anchor: string, title: string, words: string[]) => (
    <PaletteItem
      key={anchor}
      value={`settings ${anchor} ${title}`}
      words={words}
      icon="columns"
      run={() => onGo(anchor)}
    >
      {`${t("settings.title")}: ${title}`}
    </PaletteItem>
  );
  return (
    <>
      {SECTIONS.map((section) => item(section, t(`settings.sections.${section}`), []))}
      {SETTING_IDS.map((id) => item(id, t(`settings.${id}.title`), t(`settings.${id}.words`).split(" ")))}
    </>
  );
}
