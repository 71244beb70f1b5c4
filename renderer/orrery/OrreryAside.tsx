import { memo, useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ErrorText } from "../access/refusals/ErrorText.tsx";
import { WhyLink } from "../access/refusals/WhyLink.tsx";
import { Button } from "../ui/Button.tsx";
import { ActionList } from "./ActionList.tsx";
import { ActorSteering } from "./ActorSteering.tsx";
import { type Action, actorName, changeId, changesOfPeople, PEOPLE } from "./model/action.ts";
import type { Chain } from "./model/chain.ts";
import { ServerPanel } from "./ServerPanel.tsx";
import type { LiveTimeline } from "./useTimeline.ts";

/** The subject of the list beside the picture. */
export type Subject =
  | { readonly kind: "all" }
  | { readonly kind: "server" }
  | { readonly kind: "actor"; readonly id: string; readonly label: string }
  | { readonly kind: "chain"; readonly action: Action };

/** Maximum number of listed actions. */
const LISTED = 100;

export interface OrreryAsideProps {
  readonly live: LiveTimeline;
  readonly subject: Subject;
  /** The followed actions, if the subject is an action. */
  readonly chain: Chain | undefined;
  onChoose(action: Action): void;
  onSubject(subject: Subject): void;
}

/** The picture in words: all actions, the actions of one actor, the path of one change, or the API server. */
export const OrreryAside = memo(function OrreryAside(props: OrreryAsideProps) {
  const { live, subject, chain, onChoose, onSubject } = props;
  const { t } = useTranslation();
  const { timeline, requests, isGuessed, unread } = live;
  const { actions, position, made } = timeline;
  const listed = useMemo(() => {
    if (chain !== undefined) return chain.actions.slice(0, LISTED);
    const shown = actions.slice(0, position);
    return shown
      .filter((action) => isOf(action, subject, made))
      .slice(-LISTED)
      .reverse();
  }, [actions, position, made, chain, subject]);
  const effects = useMemo(() => effectsIn(actions), [actions]);
  const effectsOf = useCallback((change: string) => effects().get(change) ?? [], [effects]);
  const title =
    subject.kind === "chain"
      ? t("orrery.following", { actor: actorName(subject.action) })
      : subject.kind === "actor"
        ? t("orrery.of", { actor: subject.label })
        : t(subject.kind === "server" ? "orrery.server" : "orrery.done");
  return (
    <aside className="orreryAside" aria-label={title}>
      <div className="asideHead">
        <h2>{title}</h2>
        <span className="spacer" />
        {subject.kind === "all" ? (
          <Button variant="quiet" onClick={() => onSubject({ kind: "server" })} data-testid="orrery-open-server">
            {t("orrery.server")}
          </Button>
        ) : (
          <Button variant="quiet" onClick={() => onSubject({ kind: "all" })} data-testid="orrery-all">
            {t("orrery.all")}
          </Button>
        )}
      </div>
      {subject.kind === "actor" && !isGuessed ? <ActorSteering label={subject.label} /> : null}
      {isGuessed ? (
        <p className="asideNote muted" data-testid="orrery-guessed">
          {t(live.failure === undefined ? "orrery.guessed" : "orrery.guessedRefused")} <WhyLink error={live.failure} />
        </p>
      ) : null}
      {unread.length === 0 ? null : (
        <p className="asideNote" data-testid="orrery-unread">
          {t("orrery.unread", { kinds: unread.map(({ kind }) => kind).join(", ") })}{" "}
          <span className="muted">
            <ErrorText error={unread[0]?.error} />
          </span>
        </p>
      )}
      {subject.kind === "server" ? (
        requests === undefined ? (
          <p className="asideNote muted">{t("orrery.requestUnknown")}</p>
        ) : (
          <ServerPanel requests={requests} />
        )
      ) : listed.length === 0 && unread.length > 0 ? null : listed.length === 0 ? (
        <p className="asideNote muted">{t("orrery.nothingText")}</p>
      ) : (
        <ActionList
          actions={listed}
          made={made}
          chosen={subject.kind === "chain" ? subject.action.sequence : undefined}
          requests={requests}
          effectsOf={effectsOf}
          onChoose={onChoose}
        />
      )}
    </aside>
  );
});

function isOf(action: Action, subject: Subject, made: ReadonlySet<string>): boolean {
  if (subject.kind !== "actor") return true;
  return subject.id === PEOPLE ? changesOfPeople(action, made).length > 0 : action.actor === subject.id;
}

/** The actions by the changes that caused them; computed on first use. */
function effectsIn(actions: readonly Action[]): () => ReadonlyMap<string, readonly Action[]> {
  let found: Map<string, Action[]> | undefined;
  return () => {
    if (found !== undefined) return found;
    found = new Map();
    for (const action of actions) {
      for (const cause of action.causes) {
        const id = changeId(cause);
        const same = found.get(id);
        if (same === undefined) found.set(id, [action]);
        else same.push(action);
      }
    }
    return found;
  };
}
