import { Link } from "react-router";
import { shownText } from "../../shared/text/shownText.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { objectUrl } from "../app/urls.ts";
import type { Change } from "./model/action.ts";

/** An object, with a link to its page if its kind is served. */
export function ChangeLink({ change }: { readonly change: Change }) {
  const { cluster, types } = useClusterScope();
  const { group, resource, namespace, name, revision } = change;
  const type = types.find((each) => each.group === group && each.resource === resource);
  const text = shownText(name === "" ? resource : `${resource}/${name}`);
  return (
    <>
      {type === undefined || name === "" ? (
        <span className="actionObject">{text}</span>
      ) : (
        <Link className="actionObject" to={objectUrl(cluster.id, type, { namespace, name })} title={text}>
          {text}
        </Link>
      )}
      {revision === "" ? null : <span className="faint">@{revision}</span>}
    </>
  );
}
