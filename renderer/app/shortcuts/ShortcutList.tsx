import { useTranslation } from "react-i18next";
import { shortcuts } from "./shortcuts.ts";
import "./ShortcutList.css";

/** The keyboard shortcuts with their descriptions. */
export function ShortcutList() {
  const { t } = useTranslation();
  return (
    <dl className="keys">
      {shortcuts().map(({ keys, meaning }) => (
        <div key={meaning}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{t(meaning)}</dd>
        </div>
      ))}
    </dl>
  );
}
