import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { readableJson } from "../../requests/readableJson.ts";
import { LongText } from "../../ui/LongText.tsx";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";
import { LogDetail } from "../LogDetail.tsx";
import type { RawEvent } from "./rawEvent.ts";

/** One event in full. */
export function EventDetail({ event, onClose }: { event: RawEvent; onClose(): void }) {
  const { t } = useTranslation();
  const text = useMemo(() => readableJson(event.text), [event.text]);
  return (
    <LogDetail
      label={t("activity.eventDetail")}
      title={`${event.type} ${event.name}`}
      text={event.text}
      onClose={onClose}
      testId="event-detail"
    >
      <ScrollRegion as="pre">
        <LongText text={text} />
      </ScrollRegion>
    </LogDetail>
  );
}
