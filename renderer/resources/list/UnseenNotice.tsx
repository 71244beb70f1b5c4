import { useTranslation } from "react-i18next";
import { ErrorText } from "../../access/refusals/ErrorText.tsx";
import type { ListState } from "../../api/lists/listState.ts";
import { Icon } from "../../ui/Icon.tsx";

/** The chosen namespaces or clusters that are missing in the list, and why. */
export function UnseenNotice({ state }: { state: ListState }) {
  const { t } = useTranslation();
  const unseen = state.unseen ?? [];
  if (unseen.length === 0 || state.phase === "forbidden" || state.phase === "failed") return null;
  return (
    <div className="notice warn listNotice" role="status" data-testid="unseen">
      <Icon name="lock" />
      <div>
        {t(unseen[0]?.cluster === undefined ? "browse.unseen" : "listSetup.unseen", { count: unseen.length })}
        {unseen.map(({ namespace, cluster, error }) => (
          <p key={`${cluster?.name} ${namespace}`}>
            <strong>{[cluster?.name, namespace].filter(Boolean).join(" / ")}</strong>{" "}
            <span className="muted">
              <ErrorText error={error} />
            </span>
          </p>
        ))}
      </div>
    </div>
  );
}
