import type { ApiObject } from "../../../shared/object.ts";
import { splitKey } from "../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "./controller.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };

/** Seconds for which nodes may cache objects, by the number of nodes. */
const STEPS: readonly { readonly least: number; readonly most: number; readonly seconds: number }[] = [
  { least: 0, most: 100, seconds: 0 },
  { least: 90, most: 500, seconds: 15 },
  { least: 450, most: 1000, seconds: 30 },
  { least: 900, most: 2000, seconds: 60 },
  { least: 1800, most: 10_000, seconds: 300 },
  { least: 9000, most: Number.POSITIVE_INFINITY, seconds: 300 },
];

/** The step for a number of nodes. Steps overlap, so that adding and removing one node does not toggle the step. */
export function nextStep(step: number, count: number): number {
  let next = step;
  while (count > (STEPS[next]?.most ?? Number.POSITIVE_INFINITY)) next++;
  while (count < (STEPS[next]?.least ?? 0)) next--;
  return next;
}

/** Annotates nodes with how long they may cache config maps and secrets: longer when there are more nodes. */
export function nodeTtlController(parts: InformedParts): RunningController {
  const { client, informers, vocabulary } = parts;
  const nodes = informers.of(NODES);
  const annotation = vocabulary.render("node.alpha.{labelDomain}/ttl");
  const known = new Set<string>();
  let step = 0;

  function* keys({ type, object }: { readonly type: string; readonly object: ApiObject }): Generator<string> {
    const { name = "" } = object.metadata;
    if (type === "deleted") known.delete(name);
    else known.add(name);
    step = nextStep(step, known.size);
    if (type !== "deleted") yield `/${name}`;
  }

  return startController(parts, {
    sources: [{ informer: nodes, keys }],
    async reconcile(key) {
      const { name } = splitKey(key);
      const node = nodes.get("", name);
      const wanted = String(STEPS[step]?.seconds ?? 0);
      if (node === undefined || node.metadata.annotations?.[annotation] === wanted) return undefined;
      await client.patch(
        { ...NODES, name },
        { metadata: { annotations: { [annotation]: wanted } } },
        { type: "strategic" },
      );
      return undefined;
    },
  });
}
