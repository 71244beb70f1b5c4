import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import "./RevealBar.css";

export interface RevealBarProps {
  revealed: boolean;
  onToggle(): void;
}

/** Shows whether a view hides or reveals values, with a button to toggle that. */
export function RevealBar({ revealed, onToggle }: RevealBarProps) {
  const { t } = useTranslation();
  return (
    <div className={revealed ? "revealBar warn" : "revealBar"}>
      <Icon name="lock" />
      <span>{t(revealed ? "secrets.shown" : "secrets.hidden")}</span>
      <span className="spacer" />
      <Button aria-pressed={revealed} onClick={onToggle} data-testid="reveal-view">
        {t(revealed ? "secrets.hide" : "secrets.show")}
      </Button>
    </div>
  );
}
