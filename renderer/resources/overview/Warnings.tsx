import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { latestFirst } from "../../api/eventObject.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { Section } from "../../ui/Section.tsx";
import { EventRows } from "./EventRows.tsx";
import { useEventsAbout } from "./useEventsAbout.ts";
import { useFinding } from "./useFinding.ts";

const SHOWN = 3;

interface WarningsProps {
  readonly object: ApiObject;
  readonly type: ResourceType;
}

/** Warning events about an object; not shown for a healthy object, whose past warnings no longer matter here. */
export function Warnings({ object, type }: WarningsProps) {
  const found = useFinding(object, type);
  if (found?.finding.state === "good") return null;
  return <LatestWarnings object={object} type={type} shownMessage={found?.finding.cause?.values["message"]} />;
}

/**
 * The latest warnings, each message once. Renders nothing if there are none, or if the user may not read them.
 *
 * @param comparableText the message that is already shown above
 */
function LatestWarnings({
  object,
  type,
  shownMessage,
}: WarningsProps & { readonly shownMessage: string | number | undefined }) {
  const { t } = useTranslation();
  const { objects } = useEventsAbout(object, type.kind, "type=Warning");
  const byMessage = new Map(
    latestFirst(objects)
      .reverse()
      .map((event) => [event.message, event]),
  );
  const others = latestFirst([...byMessage.values()].filter(({ message }) => message !== shownMessage));
  if (others.length === 0) return null;
  return (
    <Section title={t("overview.warnings")} count={others.length} testId="object-warnings">
      <EventRows events={others.slice(0, SHOWN)} />
    </Section>
  );
}
