import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { shownText } from "../../../shared/text/shownText.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { objectUrl } from "../../app/urls.ts";
import { useGradually } from "../../ui/useGradually.tsx";
import type { Role } from "./model/use.ts";
import "./references.css";

/** The other side of a reference. */
export interface ReferenceRow {
  /** As spelled in the API. */
  readonly kind: string;
  /** Undefined for kinds that the server does not serve. */
  readonly type: ResourceType | undefined;
  readonly namespace: string;
  readonly name: string;
  readonly role: Role;
  readonly where: string;
}

/** Number of rows that are shown initially. */
const SHOWN = 10;

/** References, one per line: the kind, the name as a link, and the role. */
export function ReferenceRows({
  rows,
  namespace,
  testId,
}: {
  readonly rows: readonly ReferenceRow[];
  /** Namespace of the page's object; other namespaces are shown with the name. */
  readonly namespace: string;
  readonly testId: string;
}) {
  const { t } = useTranslation();
  const { shown, more } = useGradually(rows, SHOWN);
  return (
    <>
      <ul className="references" data-testid={testId}>
        {shown.map((row) => (
          <li key={`${row.kind}/${row.namespace}/${row.name}/${row.role}/${row.where}`}>
            <span className="referenceKind">{row.kind}</span>
            <span className="referenceName">
              <Name row={row} namespace={namespace} />
            </span>
            <span className="referenceRole">
              {t(`references.roles.${row.role}`)}
              {row.where === "" ? null : <span className="faint"> {shownText(row.where)}</span>}
            </span>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function Name({ row, namespace }: { readonly row: ReferenceRow; readonly namespace: string }) {
  const { cluster } = useClusterScope();
  const { type, name } = row;
  const place = type?.namespaced === true ? row.namespace : "";
  const text = shownText(place === "" || place === namespace ? name : `${place}/${name}`);
  return type === undefined ? text : <Link to={objectUrl(cluster.id, type, { namespace: place, name })}>{text}</Link>;
}
