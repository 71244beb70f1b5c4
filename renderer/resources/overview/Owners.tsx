import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type OwnerReference, parseApiVersion } from "../../../shared/object.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { objectUrl } from "../../app/urls.ts";
import { Badge } from "../../ui/Badge.tsx";
import "./Owners.css";

/** The objects that own this one, with links if discovery contains their kind. */
export function Owners({ owners, namespace }: { owners: readonly OwnerReference[]; namespace: string }) {
  const { t } = useTranslation();
  const { cluster, types } = useClusterScope();
  return (
    <ul className="owners">
      {owners.map((owner) => {
        const { group, version } = parseApiVersion(owner.apiVersion);
        const type = types.find((e) => e.group === group && e.version === version && e.kind === owner.kind);
        return (
          <li key={owner.uid}>
            <span className="faint">{owner.kind}</span>
            {type === undefined ? (
              shownText(owner.name)
            ) : (
              <Link to={objectUrl(cluster.id, type, { namespace: type.namespaced ? namespace : "", name: owner.name })}>
                {shownText(owner.name)}
              </Link>
            )}
            {owner.controller ? <Badge>{t("object.controller")}</Badge> : null}
          </li>
        );
      })}
    </ul>
  );
}
