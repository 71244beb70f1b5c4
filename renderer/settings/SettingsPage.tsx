import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { percentDecoded } from "../../shared/text/percentDecoded.ts";
import { ShortcutList } from "../app/shortcuts/ShortcutList.tsx";
import { useGlobalKeys } from "../app/shortcuts/useGlobalKeys.ts";
import { useGoBack } from "../app/useGoBack.ts";
import { useOverview } from "../clusters/home/useOverview.ts";
import { SETTING_IDS, SETTINGS } from "../localSettings/registry.ts";
import { SECTIONS, type SectionId } from "../localSettings/settingKinds.ts";
import { NoticePermission } from "../notifications/NoticePermission.tsx";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { useAddressText } from "../ui/forms/useAddressText.ts";
import { Logo } from "../ui/Logo.tsx";
import { AboutSection } from "./AboutSection.tsx";
import { ClustersSection } from "./ClustersSection.tsx";
import { SettingControl } from "./SettingControl.tsx";
import { SettingRow } from "./SettingRow.tsx";
import { finds } from "./search.ts";
import { TransferSection } from "./TransferSection.tsx";
import { useSectionInView } from "./useSectionInView.ts";
import "../app/startBar.css";
import "./SettingsPage.css";

const NO_OVERVIEW = { clusters: [], files: [], problems: [] };

/** All settings on one page. The search text and the anchor are in the address. */
export function SettingsPage() {
  const { t } = useTranslation();
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const goBack = useGoBack();
  const [query, setQuery] = useSearchParams();
  const overview = useOverview().data ?? NO_OVERVIEW;
  const field = useRef<HTMLInputElement>(null);
  const anchor = percentDecoded(hash.slice(1)) ?? "";
  const setUrl = useCallback((text: string) => setQuery(text === "" ? {} : { q: text }, { replace: true }), [setQuery]);
  const [search, setSearch] = useAddressText(query.get("q") ?? "", setUrl);
  useGlobalKeys({
    onPalette: () => field.current?.focus(),
    onCommand: () => undefined,
    onHelp: () => navigate({ hash: "keyboard" }),
  });
  const isReady = overview !== NO_OVERVIEW;
  // biome-ignore lint/correctness/useExhaustiveDependencies: clusters load later than the page, and may be the target
  useEffect(() => {
    if (anchor !== "") document.getElementById(anchor)?.scrollIntoView({ block: "start" });
  }, [anchor, isReady]);

  const rowsOf = (section: SectionId) =>
    SETTING_IDS.filter((id) => {
      const words = `${t(`settings.${id}.title`)} ${t(`settings.${id}.about`)} ${t(`settings.${id}.words`)}`;
      return SETTINGS[id].section === section && finds(search, `${words} ${t(`settings.sections.${section}`)}`);
    });
  const within = (section: SectionId) => (text: string) =>
    finds(search, `${text} ${t(`settings.sections.${section}`)}`);
  const special: Partial<Record<SectionId, boolean>> = {
    clusters:
      overview.clusters.some(({ name, id }) => within("clusters")(`${name} ${id} ${t("settings.cluster.words")}`)) ||
      within("clusters")(t("settings.files.words")),
    keyboard: within("keyboard")(t("settings.keyboardWords")),
    privacy: within("privacy")(t("settings.privacy.words")),
    transfer: within("transfer")(t("settings.transfer.words")),
  };
  const shown = SECTIONS.filter((section) => special[section] === true || rowsOf(section).length > 0);
  const region = useRef<HTMLElement>(null);
  const current = useSectionInView(region, key) ?? anchor;
  const currentSection = SECTIONS.find((section) => section === current) ?? sectionOf(current);
  return (
    <div className="settingsPage">
      <header className="startBar">
        <Link className="brand" to="/" aria-label={t("app.home")}>
          <Logo />
          <span>{t("app.name")}</span>
        </Link>
        <span className="spacer" />
        <Button icon="close" onClick={goBack} data-testid="settings-close">
          {t("app.close")}
        </Button>
      </header>
      <div className="settingsBody">
        <nav className="settingsNav" aria-label={t("settings.title")}>
          {SECTIONS.map((section) => (
            <Link
              key={section}
              className="sideLink"
              to={{ search: shown.includes(section) ? query.toString() : "", hash: section }}
              aria-current={currentSection === section ? "location" : undefined}
              // Scroll even if the address already names this section, because the user may have scrolled away.
              onClick={() => document.getElementById(section)?.scrollIntoView({ block: "start" })}
              data-testid={`section-${section}`}
            >
              {t(`settings.sections.${section}`)}
            </Link>
          ))}
        </nav>
        <main className="settingsMain" ref={region}>
          <div className="settingsHead">
            <h1>{t("settings.title")}</h1>
            <input
              ref={field}
              type="search"
              className="uiInput"
              aria-label={t("settings.search")}
              placeholder={t("settings.search")}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              data-testid="filter"
            />
          </div>
          {shown.length === 0 ? (
            <EmptyState icon="search" title={t("settings.nothing", { search })} testId="no-setting" />
          ) : null}
          {shown.map((section) => (
            <section key={section} id={section} className="settingsSection" aria-labelledby={`head-${section}`}>
              <h2 id={`head-${section}`}>{t(`settings.sections.${section}`)}</h2>
              {rowsOf(section).map((id) => (
                <SettingRow
                  key={id}
                  anchor={id}
                  title={t(`settings.${id}.title`)}
                  about={t(`settings.${id}.about`)}
                  isAimedAt={anchor === id}
                >
                  <SettingControl id={id} />
                </SettingRow>
              ))}
              {section === "clusters" ? (
                <ClustersSection overview={overview} anchor={anchor} shown={within("clusters")} />
              ) : null}
              {section === "keyboard" ? <ShortcutList /> : null}
              {section === "notifications" ? <NoticePermission /> : null}
              {section === "privacy" ? <AboutSection /> : null}
              {section === "transfer" ? <TransferSection clusters={overview.clusters} /> : null}
            </section>
          ))}
        </main>
      </div>
    </div>
  );
}

/** The section of the setting or cluster that an anchor refers to. */
function sectionOf(anchor: string): SectionId {
  const id = SETTING_IDS.find((one) => one === anchor);
  if (id !== undefined) return SETTINGS[id].section;
  return anchor.startsWith("cluster-") || anchor === "kubeconfigs" ? "clusters" : "appearance";
}
