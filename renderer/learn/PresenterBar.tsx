import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { useNarration } from "../ui/theme/presenting.ts";
import { type Presenter, stopPresenting, toggleNarration } from "./usePresenter.ts";
import "./PresenterBar.css";

/** The presenter's controls: the current step, a button to continue, and whether the audience sees the text. */
export function PresenterBar({ presenter, total }: { presenter: Presenter; total: number }) {
  const { t } = useTranslation();
  const isNarrated = useNarration();
  const { number, next, forward, back } = presenter;
  return (
    <div className="presenterBar" role="toolbar" aria-label={t("learn.present.title")} data-testid="presenter-bar">
      <span className="muted">{t("learn.present.step", { number, total })}</span>
      <Button
        variant="quiet"
        icon="chevronLeft"
        disabled={back === undefined}
        onClick={back}
        aria-label={t("learn.present.back")}
        data-testid="presenter-back"
      />
      <Button
        variant="primary"
        disabled={next === undefined}
        onClick={forward}
        data-testid="presenter-next"
        data-deed={next ?? "none"}
      >
        {t(next === "play" ? "learn.present.play" : "learn.present.next")} <kbd>PgDn</kbd>
      </Button>
      <Button aria-pressed={isNarrated} onClick={toggleNarration} data-testid="presenter-narration">
        {t(isNarrated ? "learn.present.hide" : "learn.present.show")} <kbd>n</kbd>
      </Button>
      <Button
        variant="quiet"
        icon="close"
        onClick={stopPresenting}
        aria-label={t("learn.present.stop")}
        data-testid="presenter-stop"
      />
    </div>
  );
}
