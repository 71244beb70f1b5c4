import { useTranslation } from "react-i18next";
import { useLessonText } from "../learn/useLessonText.ts";
import { Button } from "../ui/Button.tsx";
import "./ContentStrip.css";
import { useContent } from "./useContent.ts";

/** The progress of loading content into the cluster; renders nothing when none is being loaded. */
export function ContentStrip() {
  const { t } = useTranslation();
  const say = useLessonText();
  const { load, start, dismiss } = useContent();
  if (load === undefined) return null;
  const { content, done, problem } = load;
  const title = say(content.title);
  if (problem !== undefined) {
    return (
      <div className="contentStrip bad" role="alert" data-testid="content-problem">
        <span className="contentText">{t("content.brokeOff", { title, problem })}</span>
        <Button onClick={() => start(content)}>{t("content.goOn")}</Button>
        <Button onClick={dismiss}>{t("app.close")}</Button>
      </div>
    );
  }
  return (
    <div className="contentStrip" role="status" data-testid="content-progress">
      <span className="contentText">{t("content.loading", { title, done, count: content.count })}</span>
      <span className="contentBar" aria-hidden="true">
        <i style={{ width: `${(100 * done) / content.count}%` }} />
      </span>
    </div>
  );
}
