import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { LANGUAGES } from "../../i18n/setup.ts";
import { useSetting } from "../../localSettings/store.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "../../ui/layers/Menu.tsx";
import { settingsUrl } from "../urls.ts";

/** Theme and language, and a link to all settings. */
export function AppearanceMenu() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const [theme, setTheme] = useSetting("theme");
  const [, setLanguage] = useSetting("language");
  const themes = [
    { id: "system", icon: "screen", label: t("top.themeSystem") },
    { id: "light", icon: "sun", label: t("top.themeLight") },
    { id: "dark", icon: "moon", label: t("top.themeDark") },
  ] as const;
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="uiButton quiet iconOnly"
          aria-label={t("top.settings")}
          data-testid="appearance"
        >
          <Icon name="gear" />
        </button>
      }
    >
      <MenuLabel>{t("top.theme")}</MenuLabel>
      {themes.map((entry) => (
        <MenuItem key={entry.id} icon={entry.icon} onSelect={() => setTheme(entry.id)} testId={`theme-${entry.id}`}>
          {entry.label}
          <span className="spacer" />
          {theme === entry.id ? <Icon name="check" /> : null}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuLabel>{t("top.language")}</MenuLabel>
      {LANGUAGES.map((language) => (
        <MenuItem
          key={language.code}
          icon="language"
          onSelect={() => setLanguage(language.code)}
          testId={`language-${language.code}`}
        >
          <span lang={language.code}>{language.name}</span>
          <span className="spacer" />
          {i18n.language === language.code ? <Icon name="check" /> : null}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon="gear" onSelect={() => navigate(settingsUrl())} testId="all-settings">
        {t("settings.all")}
      </MenuItem>
    </Menu>
  );
}
