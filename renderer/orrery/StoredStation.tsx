import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { hideBoth } from "../../shared/secrets/hideSecrets.ts";
import { isApiError } from "../../shared/status.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { timeUrl } from "../app/urls.ts";
import { objectAt } from "../history/exactRead.ts";
import { ChangeLink } from "./ChangeLink.tsx";
import type { Write } from "./model/action.ts";
import { type FieldChange, fieldChanges } from "./model/fieldChanges.ts";
import { Station } from "./Station.tsx";

/** Maximum number of changed fields to show. */
const SHOWN = 8;

/** What a write stored: the object, its revision, and the changed fields. */
export function StoredStation({ write }: { readonly write: Write }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { data, isPending, error } = useFieldChanges(write);
  return (
    <Station title={t("orrery.stored")} testId="station-stored">
      <p className="actionLine">
        <ChangeLink change={write} />{" "}
        {write.revision === "" ? null : <Link to={timeUrl(cluster.id, momentOf(write))}>{t("timeMachine.title")}</Link>}
      </p>
      {data === "created" || (write.verb === "create" && write.subresource === "") ? (
        <p className="muted">{t("orrery.isNew")}</p>
      ) : null}
      {error === null ? null : (
        <p className="muted">{isApiError(error) && error.code === 410 ? t("orrery.forgotten") : error.message}</p>
      )}
      {write.revision === "" ? <p className="muted">{t("orrery.noRevision")}</p> : null}
      {Array.isArray(data) && data.length === 0 ? <p className="muted">{t("orrery.noFields")}</p> : null}
      {Array.isArray(data) ? (
        <ul className="fieldChanges" aria-label={t("orrery.changed")}>
          {data.slice(0, SHOWN).map((change) => (
            <FieldLine key={change.path} change={change} />
          ))}
          {data.length > SHOWN ? <li className="faint">{t("orrery.more", { count: data.length - SHOWN })}</li> : null}
        </ul>
      ) : null}
      {isPending && write.revision !== "" ? <p className="faint">…</p> : null}
    </Station>
  );
}

/** The moment of a write as query parameters of the time machine. */
const momentOf = ({ group, resource, namespace, name, revision }: Write): Record<string, string> => ({
  resource: group === "" ? resource : `${resource}.${group}`,
  object: `${namespace}/${name}`,
  revision,
});

function FieldLine({ change: { path, before, after } }: { readonly change: FieldChange }) {
  return (
    <li>
      <span className="fieldPath" data-tip={path}>
        {path}
      </span>{" "}
      {before === undefined ? null : <del>{before}</del>} {after === undefined ? null : <ins>{after}</ins>}
    </li>
  );
}

/** The fields that a write changed; `created` if the object did not exist before. */
function useFieldChanges({ group, resource, namespace, name, revision }: Write) {
  const { t } = useTranslation();
  const { cluster, types } = useClusterScope();
  const type = types.find((each) => each.group === group && each.resource === resource);
  const hidden = t("secrets.changed");
  return useQuery({
    queryKey: ["written", cluster.id, group, resource, namespace, name, revision],
    enabled: type !== undefined && /^\d+$/.test(revision),
    queryFn: async ({ signal }): Promise<readonly FieldChange[] | "created" | "gone"> => {
      if (type === undefined) return [];
      const locator = { group, version: type.version, resource, namespace, name };
      const read = (at: number) => objectAt(cluster.id, locator, type.kind, at, signal);
      const [before, after] = await Promise.all([read(Number(revision) - 1), read(Number(revision))]);
      if (after === undefined) return "gone";
      return before === undefined ? "created" : fieldChanges(...hideBoth(before, after, hidden));
    },
    // Past states do not change.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
