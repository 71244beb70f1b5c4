import { memo, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../activity/formats.ts";
import { ActionStations } from "./ActionStations.tsx";
import { ChangeLink } from "./ChangeLink.tsx";
import { type Action, actorName, changeId } from "./model/action.ts";
import type { Requests } from "./model/requests.ts";

/**
 * The actions in words, the latest first; has the same content as the picture. The chosen action shows its stations.
 */
export function ActionList({
  actions,
  made,
  chosen,
  requests,
  effectsOf,
  onChoose,
}: {
  readonly actions: readonly Action[];
  /** Ids of the changes that actions made; all other changes were made by users. */
  readonly made: ReadonlySet<string>;
  readonly chosen: number | undefined;
  readonly requests: Requests | undefined;
  /** The actions that a change caused. */
  effectsOf(change: string): readonly Action[];
  onChoose(action: Action): void;
}) {
  const { t } = useTranslation();
  return (
    <ol className="actionList" aria-label={t("orrery.done")} data-testid="orrery-actions">
      {actions.map((action) => {
        const unmade = action.causes
          .slice(0, SHOWN)
          .map(changeId)
          .filter((id) => !made.has(id));
        return (
          <ActionEntry key={action.sequence} action={action} unmade={unmade.join("\n")} onChoose={onChoose}>
            {action.sequence === chosen ? (
              <ActionStations action={action} requests={requests} effectsOf={effectsOf} onChoose={onChoose} />
            ) : undefined}
          </ActionEntry>
        );
      })}
    </ol>
  );
}

interface ActionEntryProps {
  readonly action: Action;
  /** Ids of the shown causes that no action made, one per line. */
  readonly unmade: string;
  /** The stations of the chosen action. */
  readonly children: ReactNode;
  onChoose(action: Action): void;
}

/** One action. Renders again only when its own data change, because the list is long and grows often. */
const ActionEntry = memo(function ActionEntry({ action, unmade, children, onChoose }: ActionEntryProps) {
  const { t } = useTranslation();
  const ofUsers = new Set(unmade.split("\n"));
  const isChosen = children !== undefined;
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) entry.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <li ref={entry} className={isChosen ? `chosen by-${action.kind}` : `by-${action.kind}`}>
      <button
        type="button"
        className="actionHead"
        aria-pressed={isChosen}
        onClick={() => onChoose(action)}
        data-testid="orrery-action"
      >
        <span className="actionActor">{actorName(action)}</span>
        {action.refusal === undefined ? null : (
          <span className="actionRefused">{t("orrery.refused", { code: action.refusal.code })}</span>
        )}
        <time className="faint" dateTime={action.at}>
          {clockTime(Date.parse(action.at))}
        </time>
      </button>
      {action.causes.slice(0, SHOWN).map((cause) => (
        <p key={`because ${changeId(cause)}`} className="actionCause">
          <span className="faint">{t("orrery.because")}</span>
          <ChangeLink change={cause} />
          {ofUsers.has(changeId(cause)) && cause.manager !== undefined ? (
            <span className="faint">{t("orrery.by", { manager: cause.manager })}</span>
          ) : null}
        </p>
      ))}
      <More count={action.causes.length - SHOWN} />
      {action.writes.slice(0, SHOWN).map((write) => (
        <p key={`${write.verb} ${write.subresource} ${changeId(write)}`} className="actionWrite">
          <span className="muted">{write.verb}</span>
          <ChangeLink change={write} />
          {write.subresource === "" ? null : <span className="faint">{write.subresource}</span>}
        </p>
      ))}
      <More count={action.writes.length - SHOWN} />
      {children}
    </li>
  );
});

/** Maximum number of listed changes per action and category. */
const SHOWN = 4;

/** The number of omitted changes. */
function More({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  return count > 0 ? <p className="actionWrite faint">{t("orrery.more", { count })}</p> : null;
}
