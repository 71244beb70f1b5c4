import { useTranslation } from "react-i18next";
import type { ClusterSummary, Preference } from "../../shared/console/clusterSummary.ts";
import { LONG_MEMORY, LONG_MEMORY_BOUNDS } from "../../shared/console/longMemory.ts";
import { ErrorNotice } from "../access/refusals/ErrorNotice.tsx";
import { ColourChoice } from "../clusters/dialogs/ColourChoice.tsx";
import { changeCluster } from "../clusters/hostActions.ts";
import { useClusterAction } from "../clusters/useClusterAction.ts";
import { namesIn } from "../localSettings/settingKinds.ts";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { CommitField } from "./CommitField.tsx";
import { SettingRow } from "./SettingRow.tsx";
import { Switch } from "./Switch.tsx";
import "./ClusterSettings.css";

/** All settings of a cluster with the value "not set". */
const NOTHING: Preference = {
  name: "",
  colour: "",
  readOnly: false,
  namespaces: [],
  proxy: "",
  memoryHours: null,
  memoryMegabytes: null,
};

/** The settings for a sandbox's history: its duration and its size. */
const MEMORY_ROWS = [
  { part: "memoryHours", byDefault: LONG_MEMORY.hours, bounds: LONG_MEMORY_BOUNDS.hours },
  { part: "memoryMegabytes", byDefault: LONG_MEMORY.megabytes, bounds: LONG_MEMORY_BOUNDS.megabytes },
] as const;

export const clusterAnchor = (id: string): string => `cluster-${id}`;

/** The settings of one cluster. The host stores and validates them, and writes the error messages. */
export function ClusterSettings({ cluster, open }: { cluster: ClusterSummary; open: boolean }) {
  const { t } = useTranslation();
  const { id, name, colour, chosen = {} } = cluster;
  const change = useClusterAction((preference: Preference) => changeCluster(id, preference), undefined, {
    quiet: true,
  });
  const commit = (preference: Preference): undefined => change.mutate(preference) as undefined;
  const anchor = clusterAnchor(id);
  const row = (part: keyof Preference) => ({
    anchor: `${anchor}-${part}`,
    title: t(`settings.cluster.${part}.title`),
    about: t(`settings.cluster.${part}.about`),
  });
  const labelOf = (part: keyof Preference): string => `${t(`settings.cluster.${part}.title`)}: ${name}`;
  const isChosen = Object.keys(chosen).length > 0;
  return (
    <details className="clusterSettings" id={anchor} open={open} data-testid={`settings-${anchor}`}>
      <summary>
        <span className="clusterMark" style={{ background: colour }} aria-hidden="true" />
        <span className="clusterSettingsName">{name}</span>
        <span className="faint">{t(`clusters.${cluster.kind}`)}</span>
        <span className="spacer" />
        {cluster.readOnly === true ? <Badge tone="warn">{t("home.readOnly")}</Badge> : null}
        {isChosen ? <Badge tone="accent">{t("settings.changed")}</Badge> : null}
      </summary>
      <SettingRow {...row("name")}>
        <CommitField
          label={labelOf("name")}
          value={chosen.name ?? ""}
          placeholder={name}
          maxLength={60}
          onCommit={(text) => commit({ name: text })}
          testId={`${anchor}-name-field`}
        />
      </SettingRow>
      <SettingRow {...row("colour")}>
        <ColourChoice legend={labelOf("colour")} colour={colour} onChange={(next) => commit({ colour: next })} />
      </SettingRow>
      <SettingRow {...row("readOnly")}>
        <Switch
          label={labelOf("readOnly")}
          checked={(change.isPending ? change.variables.readOnly : undefined) ?? cluster.readOnly === true}
          onChange={(next) => commit({ readOnly: next })}
          testId={`${anchor}-read-only`}
        />
      </SettingRow>
      <SettingRow {...row("namespaces")}>
        <CommitField
          label={labelOf("namespaces")}
          value={(chosen.namespaces ?? []).join(", ")}
          placeholder={t("settings.namesHint")}
          onCommit={(text) => commit({ namespaces: namesIn(text) })}
          testId={`${anchor}-namespaces-field`}
        />
      </SettingRow>
      {cluster.kind === "sandbox"
        ? MEMORY_ROWS.map(({ part, byDefault, bounds }) => (
            <SettingRow key={part} {...row(part)}>
              <CommitField
                label={labelOf(part)}
                type="number"
                {...bounds}
                value={String(chosen[part] ?? "")}
                placeholder={String(byDefault)}
                onCommit={(text) => {
                  const value = text === "" ? byDefault : Number(text);
                  if (!Number.isInteger(value) || value < bounds.min || value > bounds.max) {
                    return t("settings.notBetween", bounds);
                  }
                  return commit({ [part]: text === "" ? null : value });
                }}
                testId={`${anchor}-${part}-field`}
              />
            </SettingRow>
          ))
        : null}
      {cluster.kind === "remote" ? (
        <SettingRow {...row("proxy")}>
          <CommitField
            label={labelOf("proxy")}
            type="url"
            value={chosen.proxy ?? ""}
            placeholder="http://proxy:3128"
            onCommit={(text) => commit({ proxy: text })}
            testId={`${anchor}-proxy-field`}
          />
        </SettingRow>
      ) : null}
      <ErrorNotice error={change.error} />
      <div className="clusterSettingsEnd">
        <Button
          icon="refresh"
          refusal={isChosen ? undefined : t("settings.isDefault")}
          onClick={() => commit(NOTHING)}
          data-testid={`${anchor}-reset`}
        >
          {t("settings.resetCluster")}
        </Button>
      </div>
    </details>
  );
}
