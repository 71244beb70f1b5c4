import { useTranslation } from "react-i18next";
import { ErrorText } from "../access/refusals/ErrorText.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { ReadPart } from "./useMapObjects.ts";
import "../resources/list/ListView.css";

/** The kinds that are missing on the map because they could not be read, and why. */
export function UnreadNotice({ parts }: { parts: readonly ReadPart[] }) {
  const { t } = useTranslation();
  const unread = parts.filter(({ state }) => state.phase === "forbidden" || state.phase === "failed");
  const [first] = unread;
  if (first === undefined || unread.length === parts.length) return null;
  const names = unread.map(({ kind, namespace }) =>
    parts.some((each) => each.kind === kind && each.namespace !== namespace)
      ? t("map.unreadIn", { kind, namespace })
      : kind,
  );
  return (
    <div className="notice warn listNotice" role="status" data-testid="map-unread-kinds">
      <Icon name="lock" />
      <div>
        {t("map.unread", { count: names.length, kinds: names.join(", ") })}
        <p className="muted">
          <ErrorText error={first.state.error} />
        </p>
      </div>
    </div>
  );
}
