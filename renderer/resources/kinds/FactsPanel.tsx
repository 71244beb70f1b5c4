import { Link } from "react-router";
import { useClusterScope } from "../../app/clusterContext.ts";
import { listUrl, objectUrl } from "../../app/urls.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Property, Section } from "../../ui/Section.tsx";
import { FactTable } from "./FactTable.tsx";
import { factsFor } from "./facts/factsFor.ts";
import type { FactRows, FactValue, Reference } from "./facts/kindFacts.ts";
import { panelKey } from "./panelKey.ts";
import type { PanelProps } from "./panelProps.ts";

const PODS = { group: "", version: "v1", resource: "pods" };

/** The most important facts of a kind. Names of objects link to them, selectors to the pods. */
export function FactsPanel({ object, type }: PanelProps) {
  const { vocabulary } = useClusterScope();
  const read = factsFor(panelKey(type, vocabulary.domain));
  if (read === undefined) return null;
  const { facts, tables } = read(object);
  const shown = facts.filter(({ values }) => values.length > 0);
  return (
    <>
      {shown.length === 0 ? null : (
        <Section title={type.kind}>
          <dl data-testid="facts">
            {shown.map(({ name, values }) => (
              <Property key={name} name={name}>
                {values.map((value, i) => (
                  <span key={value.text}>
                    {i === 0 ? null : ", "}
                    <Value value={value} />
                  </span>
                ))}
              </Property>
            ))}
          </dl>
        </Section>
      )}
      {tables.map((table) => (
        <Rows key={table.name} table={table} />
      ))}
    </>
  );
}

function Rows({ table: { name, head, rows } }: { readonly table: FactRows }) {
  if (rows.length === 0) return null;
  return (
    <Section title={name} count={rows.length}>
      <FactTable
        label={name}
        head={[...head]}
        rows={rows.map((cells, at) => ({
          // Rows may be equal, but their order never changes.
          key: `${at} ${cells[0]?.text ?? ""}`,
          cells: cells.map((value, i) => <Value key={head[i]} value={value} />),
        }))}
      />
    </Section>
  );
}

function Value({ value: { text, to, pods, tone } }: { readonly value: FactValue }) {
  const { cluster } = useClusterScope();
  const url = useObjectUrl(to);
  if (url !== undefined) return <Link to={url}>{text}</Link>;
  if (pods !== undefined) {
    const query = pods.labels === "" ? "" : `&${new URLSearchParams({ labels: pods.labels })}`;
    return <Link to={`${listUrl(cluster.id, PODS, pods.namespace)}${query}`}>{text}</Link>;
  }
  if (tone === undefined) return text === "" ? "–" : text;
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  );
}

/** The page of an object that a fact names; undefined where discovery does not know its kind. */
function useObjectUrl(to: Reference | undefined): string | undefined {
  const { cluster, types } = useClusterScope();
  if (to === undefined || to.name === "") return undefined;
  const type = types.find(
    ({ group, resource, kind, preferred }) =>
      preferred &&
      (to.group === undefined || group === to.group) &&
      (to.resource === undefined ? kind === to.kind : resource === to.resource),
  );
  return type && objectUrl(cluster.id, type, { namespace: type.namespaced ? to.namespace : "", name: to.name });
}
