import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { parseJson } from "../../../shared/json/parseJson.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { Button } from "../../ui/Button.tsx";
import { useToast } from "../../ui/Toast.tsx";
import type { RawEvent } from "./rawEvent.ts";

/** Indented for reading; what is no JSON stays as it is. */
export function readable(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2);
  } catch {
    return text;
  }
}

/** One event in full. */
export function EventDetail({ event, onClose }: { event: RawEvent; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const text = useMemo(() => readable(event.text), [event.text]);
  return (
    <aside className="logDetail" aria-label={t("activity.eventDetail")} data-testid="event-detail">
      <header>
        <h2>
          {event.type} {event.name}
        </h2>
        <Button
          variant="quiet"
          icon="copy"
          aria-label={t("app.copy")}
          onClick={() => void navigator.clipboard.writeText(event.text).then(() => toast(t("app.copied")))}
        />
        <Button variant="quiet" icon="close" aria-label={t("app.close")} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </aside>
  );
}
