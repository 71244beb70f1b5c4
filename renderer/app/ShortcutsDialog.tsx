import { useTranslation } from "react-i18next";
import { Dialog } from "../ui/Dialog.tsx";
import { modifierKey } from "./modifierKey.ts";

/** Every key the console knows. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation();
  const keys: [string[], string][] = [
    [[modifierKey(), "K"], t("keys.palette")],
    [[":"], t("browse.command")],
    [["/"], t("keys.filter")],
    [["g"], t("keys.search")],
    [["↑", "↓"], t("keys.move")],
    [["Home", "End"], t("keys.ends")],
    [["PgUp", "PgDn"], t("keys.page")],
    [["Enter"], t("keys.open")],
    [["e"], t("keys.yaml")],
    [["Space"], t("browse.markedHint")],
    [["Esc"], t("keys.close")],
    [[modifierKey(), "S"], t("keys.apply")],
    [["?"], t("keys.help")],
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t("keys.title")} testId="shortcuts">
      <dl className="keys">
        {keys.map(([combination, meaning]) => (
          <div key={meaning}>
            <dt>
              {combination.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
