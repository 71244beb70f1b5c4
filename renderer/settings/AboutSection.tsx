import { useTranslation } from "react-i18next";
import "./AboutSection.css";

/** What Orrery is, what it does not do, and the packages that it contains. */
export function AboutSection() {
  const { t } = useTranslation();
  return (
    <div className="about">
      <ul className="aboutPromises">
        {(["account", "telemetry", "credentials", "contact"] as const).map((promise) => (
          <li key={promise}>{t(`settings.privacy.${promise}`)}</li>
        ))}
      </ul>
      <dl className="aboutFacts">
        <div>
          <dt>{t("home.version")}</dt>
          <dd data-testid="about-version">{__PRODUCT__.version}</dd>
        </div>
        <div>
          <dt>{t("settings.privacy.licence")}</dt>
          <dd>{__PRODUCT__.licence}</dd>
        </div>
      </dl>
      <details>
        <summary>{t("settings.privacy.others", { count: __PRODUCT__.parts.length })}</summary>
        <ul className="aboutParts" data-testid="about-parts">
          {__PRODUCT__.parts.map(({ name, version, licence }) => (
            <li key={name}>
              <span className="mono">{name}</span> <span className="faint">{version}</span>
              <span className="spacer" />
              {licence}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
