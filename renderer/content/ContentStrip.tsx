import { useTranslation } from "react-i18next";
import { useLessonText } from "../learn/useLessonText.ts";
import { Button } from "../ui/Button.tsx";
import "./ContentStrip.css";
import { useContent } from "./useContent.ts";
import { useLoadRefusal } from "./useLoadRefusal.ts";

/**
 * The progress of loading content into the cluster, with a button to cancel it; renders nothing when no load is running
 * or has failed.
 */
export function ContentStrip() {
  const { t } = useTranslation();
  const say = useLessonText();
  const refusal = useLoadRefusal();
  const { load, start, end } = useContent();
  if (load === undefined) return null;
  const { content, done, count, problem } = load;
  const title = say(content.title);
  if (load.state === "failed") {
    return (
      <div className="contentStrip bad" role="alert" data-testid="content-problem">
        <span className="contentText">{t("content.brokeOff", { title, problem })}</span>
        <Button refusal={refusal} onClick={() => start(content)}>
          {t("content.goOn")}
        </Button>
        <Button onClick={() => end(load)}>{t("app.close")}</Button>
      </div>
    );
  }
  const text = t("content.loading", { title, done, count });
  return (
    <section className="contentStrip" aria-label={title} data-testid="content-progress">
      <span className="contentText">{text}</span>
      <span
        className="contentBar"
        role="progressbar"
        aria-label={title}
        aria-valuenow={done}
        aria-valuemax={count}
        aria-valuetext={text}
      >
        <i style={{ width: `${(100 * done) / count}%` }} />
      </span>
      <Button onClick={() => end(load)} data-testid="content-cancel">
        {t("app.cancel")}
      </Button>
    </section>
  );
}
