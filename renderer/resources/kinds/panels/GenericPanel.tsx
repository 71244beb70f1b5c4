import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { resourcePath } from "../../../../shared/resourcePath.ts";
import { type Table, tableMediaType } from "../../../../shared/table.ts";
import { request } from "../../../api/requests/request.ts";
import { useClusterScope } from "../../../app/clusterContext.ts";
import { Section } from "../../../ui/Section.tsx";
import { printedFacts } from "../facts/printedFacts.ts";
import { Facts } from "../parts/FactView.tsx";
import { ValueTree } from "../parts/ValueTree.tsx";
import type { PanelProps } from "./panelProps.ts";

const SKIPPED = new Set(["apiVersion", "kind", "metadata"]);

/**
 * Any object: the columns of its kind, then spec, status and all other fields, as trees. The page shows its conditions
 * separately.
 */
export function GenericPanel({ object, type }: PanelProps) {
  const trees = Object.entries(object)
    .filter(([key, value]) => !SKIPPED.has(key) && typeof value === "object" && value !== null)
    .map(([key, value]) => {
      const { conditions: _conditions, ...rest } = value as Record<string, unknown>;
      const shown = Array.isArray(value) || key !== "status" ? value : rest;
      if (Object.keys(shown as object).length === 0) return null;
      return (
        <Section key={key} title={key}>
          <ValueTree value={shown} />
        </Section>
      );
    });
  return (
    <>
      <Printed object={object} type={type} />
      {trees}
    </>
  );
}

/** The object's table columns, read again for each of its revisions. */
function Printed({ object, type }: PanelProps) {
  const { cluster, vocabulary } = useClusterScope();
  const { uid, resourceVersion, name = "", namespace = "" } = object.metadata;
  const { data = {} } = useQuery({
    queryKey: ["printed", cluster.id, type.group, type.resource, uid, resourceVersion],
    queryFn: async ({ signal }) => {
      const path = resourcePath({ ...type, namespace, name });
      const accept = `${tableMediaType(vocabulary.metaGroup)},application/json`;
      return (await request<Partial<Table>>(cluster.id, { path, accept, signal })).body;
    },
    placeholderData: keepPreviousData,
  });
  const facts = printedFacts(data);
  if (facts.length === 0) return null;
  return (
    <Section title={type.kind}>
      <dl data-testid="printed">
        <Facts facts={facts} />
      </dl>
    </Section>
  );
}
