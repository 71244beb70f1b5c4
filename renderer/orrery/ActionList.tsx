import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { clockTime } from "../activity/formats.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { objectUrl } from "../app/urls.ts";
import { type Action, type Change, changeId, shortActor } from "./model/action.ts";

/** The actions, the latest first: the content of the picture, in words. */
export function ActionList({
  actions,
  made,
  chosen,
  onChoose,
}: {
  readonly actions: readonly Action[];
  /** Ids of the changes that actions made; users made all others. */
  readonly made: ReadonlySet<string>;
  readonly chosen: number | undefined;
  onChoose(action: Action): void;
}) {
  const { t } = useTranslation();
  return (
    <ol className="actionList" aria-label={t("orrery.done")} data-testid="orrery-actions">
      {actions.map((action) => (
        <li key={action.sequence} className={action.sequence === chosen ? "chosen" : undefined}>
          <button
            type="button"
            className="actionHead"
            aria-pressed={action.sequence === chosen}
            onClick={() => onChoose(action)}
            data-testid="orrery-action"
          >
            <span className="actionActor">{shortActor(action.actor)}</span>
            <time className="faint" dateTime={action.at}>
              {clockTime(Date.parse(action.at))}
            </time>
          </button>
          {action.causes.slice(0, SHOWN).map((cause) => (
            <p key={`because ${changeId(cause)}`} className="actionCause">
              <span className="faint">{t("orrery.because")}</span>
              <ChangeLink change={cause} />
              {!made.has(changeId(cause)) && cause.manager !== undefined ? (
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
        </li>
      ))}
    </ol>
  );
}

/** Changes of one action that the list shows, of each sort. */
const SHOWN = 4;

/** The number of omitted changes. */
function More({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  return count > 0 ? <p className="actionWrite faint">{t("orrery.more", { count })}</p> : null;
}

/** An object, as a link to its page where its kind is served. */
function ChangeLink({ change }: { readonly change: Change }) {
  const { cluster, types } = useClusterScope();
  const { group, resource, namespace, name, revision } = change;
  const type = types.find((each) => each.group === group && each.resource === resource);
  const text = `${resource}/${name}`;
  return (
    <>
      {type === undefined ? (
        <span className="actionObject">{text}</span>
      ) : (
        <Link className="actionObject" to={objectUrl(cluster.id, type, { namespace, name })} data-tip={text}>
          {text}
        </Link>
      )}
      {revision === "" ? null : <span className="faint">@{revision}</span>}
    </>
  );
}
