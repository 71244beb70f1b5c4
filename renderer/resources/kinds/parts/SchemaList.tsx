import { useTranslation } from "react-i18next";
import { Fold } from "../../../ui/Fold.tsx";
import { useGradually } from "../../../ui/useGradually.tsx";
import type { SchemaNode } from "../schemaTree.ts";

function Line({ node }: { node: SchemaNode }) {
  const { t } = useTranslation();
  return (
    <>
      <code className="schemaName">{node.name}</code> <span className="muted">{node.type}</span>
      {node.required ? <span className="warnText"> {t("kinds.required")}</span> : null}
      {node.description === "" ? null : <p className="faint schemaText">{node.description}</p>}
    </>
  );
}

/** A schema's properties; properties with sub-properties can be expanded. */
export function SchemaList({ nodes, depth = 0 }: { nodes: readonly SchemaNode[]; depth?: number }) {
  const { t } = useTranslation();
  const { shown, more } = useGradually(nodes);
  if (nodes.length === 0) return <p className="faint">{t("kinds.noSchema")}</p>;
  return (
    <>
      <ul className="tree">
        {shown.map((node) => (
          <li key={node.name}>
            {node.children.length === 0 ? (
              <Line node={node} />
            ) : (
              <Fold summary={<Line node={node} />} open={depth < 1}>
                <SchemaList nodes={node.children} depth={depth + 1} />
              </Fold>
            )}
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
