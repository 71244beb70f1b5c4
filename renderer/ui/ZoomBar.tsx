import { useTranslation } from "react-i18next";
import { Button } from "./Button.tsx";
import "./ZoomBar.css";

export interface ZoomBarProps {
  /** Called with 1 to zoom in, and with -1 to zoom out. */
  onZoom(direction: 1 | -1): void;
  /** Called to show everything. */
  onFit(): void;
  testId: string;
}

/** The buttons that zoom a drawing, in its lower right corner. */
export function ZoomBar({ onZoom, onFit, testId }: ZoomBarProps) {
  const { t } = useTranslation();
  return (
    <div className="zoomBar">
      <Button
        icon="minus"
        aria-label={t("app.zoomOut")}
        onClick={() => onZoom(-1)}
        data-testid={`${testId}-zoom-out`}
      />
      <Button icon="plus" aria-label={t("app.zoomIn")} onClick={() => onZoom(1)} data-testid={`${testId}-zoom-in`} />
      <Button icon="fit" aria-label={t("app.fit")} onClick={onFit} data-testid={`${testId}-fit`} />
    </div>
  );
}
