import { useTranslation } from "react-i18next";
import { SETTINGS, type SettingId } from "../localSettings/registry.ts";
import { namesIn, type Setting } from "../localSettings/settingKinds.ts";
import { settings, useSetting } from "../localSettings/store.ts";
import { Button } from "../ui/Button.tsx";
import { Segmented } from "../ui/forms/Segmented.tsx";
import { CommitField } from "./CommitField.tsx";
import { Switch } from "./Switch.tsx";

/** The control of a setting of any kind, with a button to restore its default. */
export function SettingControl({ id }: { id: SettingId }) {
  const { t } = useTranslation();
  const [value] = useSetting(id);
  const setting: Setting = SETTINGS[id];
  const title = t(`settings.${id}.title`);
  return (
    <>
      <Field id={id} setting={setting} value={value} title={title} />
      <Button
        variant="quiet"
        icon="refresh"
        aria-label={t("settings.reset", { title })}
        refusal={settings.isChosen(id) ? undefined : t("settings.isDefault")}
        onClick={() => settings.set(id, undefined)}
        data-testid={`reset-${id}`}
      />
    </>
  );
}

interface FieldProps {
  id: SettingId;
  setting: Setting;
  value: unknown;
  title: string;
}

function Field({ id, setting, value, title }: FieldProps) {
  const { t } = useTranslation();
  /** Values of any type come from the fields here; the store validates them. */
  const set = (next: unknown): boolean => settings.set(id, next as never);
  const common = { label: title, testId: `set-${id}` };
  switch (setting.kind) {
    case "choice": {
      const options = setting.options.map((option) => ({ value: option, label: t(`settings.${id}.${option}`) }));
      return <Segmented {...common} value={String(value)} options={options} onChange={set} />;
    }
    case "switch":
      return <Switch {...common} checked={value === true} onChange={set} />;
    case "number": {
      const { min, max } = setting;
      const commit = (text: string) =>
        text !== "" && set(Number(text)) ? undefined : t("settings.notBetween", { min, max });
      return <CommitField {...common} type="number" min={min} max={max} value={String(value)} onCommit={commit} />;
    }
    case "text": {
      const { maxLength } = setting;
      const commit = (text: string) => (set(text) ? undefined : t("settings.notText", { count: maxLength }));
      return <CommitField {...common} maxLength={maxLength} value={String(value)} onCommit={commit} />;
    }
    case "names": {
      const commit = (text: string) =>
        set(namesIn(text)) ? undefined : t("settings.notNames", { count: setting.most });
      const text = (value as readonly string[]).join(", ");
      return <CommitField {...common} value={text} placeholder={t("settings.namesHint")} onCommit={commit} />;
    }
  }
}
