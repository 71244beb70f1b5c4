import { useTranslation } from "react-i18next";
import type { ListPhase, ListState } from "../../api/lists/listState.ts";
import { READ_AGAIN_AFTER } from "../../api/lists/listWatch.ts";
import { lacksWatch } from "../../api/watch/watchRefusal.ts";
import { formatAge } from "../../ui/age/formatAge.ts";
import { useNow } from "../../ui/age/useNow.ts";
import type { Tone } from "../../ui/Badge.tsx";
import { Dot } from "../../ui/Badge.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Tooltip } from "../../ui/layers/Tooltip.tsx";
import "./StateBadge.css";

const TONES: Record<ListPhase, Tone> = {
  loading: "neutral",
  live: "good",
  empty: "neutral",
  stale: "warn",
  reconnecting: "accent",
  forbidden: "bad",
  failed: "bad",
};

function Sign({ phase }: { phase: ListPhase }) {
  if (phase === "loading" || phase === "reconnecting") return <span className="spinner" aria-hidden="true" />;
  if (phase === "forbidden") return <Icon name="lock" size={13} />;
  if (phase === "failed" || phase === "stale") return <Icon name="alert" size={13} />;
  return (
    <span className={phase === "live" ? "pulse" : ""}>
      <Dot tone={phase === "live" ? "good" : "neutral"} />
    </span>
  );
}

/** The tooltip of the badge. */
function useDetail({ phase, error, unwatched }: ListState, isReadAgain: boolean): string {
  const { t } = useTranslation();
  if (error !== undefined) return error.message;
  if (!isReadAgain || unwatched === undefined) return t(`state.${phase}Tip`);
  return lacksWatch(unwatched) ? t("state.unwatchableTip") : unwatched.message;
}

/**
 * The state of a live list, always visible; clicking it reads the list again. Each of the seven states looks different.
 */
export function StateBadge({ state, onRetry }: { state: ListState; onRetry(): void }) {
  const { t } = useTranslation();
  const now = useNow();
  const age = formatAge(now - state.lastContact);
  const isReadAgain = state.unwatched !== undefined && (state.phase === "live" || state.phase === "empty");
  const text =
    state.phase === "loading" && state.loaded > 0
      ? t("state.loadingSome", { count: state.loaded })
      : isReadAgain
        ? t("state.polled", { age: formatAge(READ_AGAIN_AFTER) })
        : t(`state.${state.phase}`, { age });
  const detail = useDetail(state, isReadAgain);
  const tone = TONES[state.phase];
  return (
    <Tooltip text={detail}>
      <button
        type="button"
        className={`badge stateBadge ${tone === "neutral" ? "" : tone}`}
        onClick={onRetry}
        data-testid="list-state"
        data-phase={state.phase}
      >
        <Sign phase={state.phase} />
        <span role="status">{text}</span>
      </button>
    </Tooltip>
  );
}
