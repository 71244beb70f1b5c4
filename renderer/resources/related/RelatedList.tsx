import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { shownText } from "../../../shared/text/shownText.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { objectUrl } from "../../app/urls.ts";
import type { RelatedObject } from "./relatedTree.ts";
import type { TreeNode } from "./treeLayout.ts";

/** One object of the tree, with a link if it has a page. */
export function RelatedName({ value }: { value: RelatedObject }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  if (value.more !== undefined) return <span className="faint">{t("browse.andMore", { count: value.more })}</span>;
  const dead = value.self || value.missing || value.type === undefined;
  return (
    <>
      <span className="relatedKind">{value.kind}</span>
      {dead || value.type === undefined ? (
        <span className={value.self ? "relatedSelf" : ""}>{shownText(value.name)}</span>
      ) : (
        <Link to={objectUrl(cluster.id, value.type, value)}>{shownText(value.name)}</Link>
      )}
      {value.missing ? <span className="faint">{t("views.missing")}</span> : null}
    </>
  );
}

/** The content of the graph as nested lists. */
export function RelatedList({ tree }: { tree: TreeNode<RelatedObject> }) {
  return (
    <ul className="relatedList">
      <li>
        <RelatedName value={tree.value} />
        {tree.children.map((child) => (
          <RelatedList key={child.id} tree={child} />
        ))}
      </li>
    </ul>
  );
}
