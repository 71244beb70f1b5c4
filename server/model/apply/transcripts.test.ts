/**
 * Replays the reference's recorded responses, with one function call per recorded write. Skipped when the recordings
 * are not available.
 */

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  atomicList,
  free,
  int,
  listBy,
  mapOf,
  metadata,
  setOf,
  struct,
  text,
} from "../../../shared/apply/testing/nodes.ts";
import { fieldSetOfNames } from "../../../shared/fieldset/fieldSet.ts";
import { type ApiObject, type ManagedFieldsEntry, parseApiVersion } from "../../../shared/object.ts";
import type { TypeNode } from "../../../shared/schema/typeNode.ts";
import { isApiError } from "../../../shared/status.ts";
import { atOnce, immediately } from "../../../shared/steps.ts";
import { loadSchema } from "../schema/schema.ts";
import { mergeInSteps } from "./jsonMergePatch.ts";
import { patchInSteps } from "./jsonPatch.ts";
import { strategicMergeInSteps } from "./strategicMerge.ts";
import { applyPatch, trackUpdate } from "./testing/immediate.ts";

const patchByMerge = immediately(mergeInSteps);
const strategicMergePatch = immediately(strategicMergeInSteps);

const FOLDER = new URL("../../../../shared/conformance/transcripts/", import.meta.url);

interface Step {
  name: string;
  request: { method?: string; path?: string; type?: string; headers?: Record<string, string>; body?: unknown };
  response: { status: number; body?: unknown };
  cleanup?: boolean;
}

const listy = struct({
  apiVersion: text,
  kind: text,
  metadata: [metadata, { pointer: false, tag: 1 }],
  spec: struct({
    byName: listBy(["name"], struct({ name: text, v: int, w: int })),
    set: setOf(text),
    atom: atomicList(text),
    gran: mapOf(text),
    atomMap: struct({ a: text, b: text }, { mapType: "atomic" }),
    free: struct({}, { preserveUnknown: true }),
  }),
});

function nodeFor(object: ApiObject): TypeNode | undefined {
  const { group, version } = parseApiVersion(object.apiVersion ?? "");
  if (object.kind === "Listy") return listy;
  return loadSchema().forKind(group, version, object.kind ?? "");
}

/** Entries without times (recordings have placeholders there), sorted because the reference breaks ties by time. */
const bare = (entries: ManagedFieldsEntry[] | undefined): string[] =>
  (entries ?? []).map(({ time: _, ...entry }) => JSON.stringify(sortKeys(entry))).sort();

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The write of a step, if a single function implements it. */
interface Write {
  step: Step;
  live: ApiObject | undefined;
  node: TypeNode;
  subresource: string;
  query: URLSearchParams;
}

/** Walks a recording, tracking the objects that it shows, and calls `onWrite` before each write is recorded. */
function replay(name: string, onWrite: (write: Write) => void): void {
  const { steps } = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8")) as { steps: Step[] };
  const objects = new Map<string, ApiObject>();
  for (const step of steps) {
    if (step.cleanup) continue;
    const { method = "", path = "" } = step.request;
    const [route = "", query = ""] = path.split("?");
    const subresource = /\/(status|scale)$/.exec(route)?.[1] ?? "";
    const key = subresource === "" ? route : route.slice(0, -subresource.length - 1);
    const body = step.response.body as ApiObject | undefined;
    const isObject = body?.metadata?.uid !== undefined && body.kind !== "Scale";
    const parameters = new URLSearchParams(query);
    const live = objects.get(key);
    const node = isObject ? nodeFor(body) : live === undefined ? undefined : nodeFor(live);
    if (node !== undefined && subresource !== "scale") onWrite({ step, live, node, subresource, query: parameters });
    if (!isObject || parameters.has("dryRun")) continue;
    objects.set(method === "POST" ? `${key}/${body.metadata.name}` : key, body);
  }
}

const NOW = Date.parse("2026-01-02T03:04:05Z");
const resetFor = (apiVersion: string, subresource: string) => ({
  [apiVersion]: fieldSetOfNames([[subresource === "status" ? "spec" : "status"]]),
});

describe.skipIf(!existsSync(FOLDER))("Recorded applies", () => {
  for (const name of ["06-apply-basic", "06-apply-lists", "06-apply-managedfields", "12-crd-apply"]) {
    it(name, () => {
      let compared = 0;
      replay(name, ({ step, live, node, subresource, query }) => {
        const { type, body } = step.request;
        const answer = step.response.body as ApiObject & {
          message: string;
          details?: { causes?: { reason: string }[] };
        };
        const manager = query.get("fieldManager");
        // The reference accepts `force=perhaps`, too, but that is tested with the query decoder.
        const force = query.get("force") !== null && query.get("force") !== "false";
        if (type !== "apply" || typeof body !== "object" || body === null || !manager || query.has("dryRun")) return;
        // Ownership through the scale is tested elsewhere.
        if (step.name === "apply of replicas after scale") return;
        const known = live ?? answer;
        const run = () =>
          applyPatch({
            live,
            patch: body as Record<string, unknown>,
            node,
            apiVersion: known.apiVersion ?? "",
            kind: known.kind ?? "",
            manager,
            force,
            subresource,
            now: NOW,
            resetFields: resetFor(known.apiVersion ?? "", subresource),
          });
        if (step.response.status < 300) {
          const applied = run();
          expect(bare(applied.metadata.managedFields), step.name).toEqual(bare(answer.metadata.managedFields));
          // This kind has no defaults, so the result equals the reference's.
          if (answer.kind === "Listy") expect(applied["spec"], step.name).toEqual(answer["spec"]);
          compared++;
          return;
        }
        const ours =
          step.response.status === 500 ||
          answer.details?.causes?.[0]?.reason === "FieldManagerConflict" ||
          /invalid object type|managedFields must/.test(answer.message);
        if (!ours) return;
        let thrown: unknown;
        try {
          run();
        } catch (error) {
          thrown = error;
        }
        if (!isApiError(thrown)) throw new Error(`${step.name}: expected an ApiError, got ${thrown}`);
        expect(thrown.code, step.name).toBe(step.response.status);
        expect(thrown.message, step.name).toBe(answer.message);
        // The reference lists the managers of the causes in no particular order.
        expect([...(thrown.status.details?.causes ?? [])].sort(byText), step.name).toEqual(
          [...(answer.details?.causes ?? [])].sort(byText),
        );
        compared++;
      });
      expect(compared).toBeGreaterThan(3);
    });
  }
});

describe.skipIf(!existsSync(FOLDER))("Recorded patches", () => {
  for (const name of [
    "05-patch-json",
    "05-patch-merge",
    "05-patch-strategic",
    "06-apply-managedfields",
    "12-crd-apply",
  ]) {
    it(name, () => {
      let compared = 0;
      replay(name, ({ step, live, node, subresource, query }) => {
        const { type = "", body } = step.request;
        const answer = step.response.body as ApiObject;
        if (step.request.method !== "PATCH" || step.response.status >= 300 || live === undefined) return;
        if (typeof body !== "object" || body === null || type === "apply") return;
        const patched =
          type === "smp"
            ? strategicMergePatch(live, body, node)
            : type === "json"
              ? atOnce(patchInSteps(live, body))
              : patchByMerge(live, body);
        const meta = patched["metadata"] as ApiObject["metadata"];
        const tracked = trackUpdate({
          live,
          // The reference's result of the patch after decoding and defaulting.
          next: { ...answer, metadata: { ...answer.metadata, managedFields: meta.managedFields } },
          node,
          apiVersion: answer.apiVersion ?? "",
          manager: query.get("fieldManager") ?? "conformance",
          subresource,
          now: NOW,
          resetFields: resetFor(answer.apiVersion ?? "", subresource),
        });
        expect(bare(tracked.metadata.managedFields), step.name).toEqual(bare(answer.metadata.managedFields));
        expectStated(body, type, patched, answer, step.name);
        compared++;
      });
      expect(compared).toBeGreaterThan(0);
    });
  }
});

/** Lists in the patch must have the reference's items in the reference's order. */
function expectStated(patch: unknown, type: string, patched: Record<string, unknown>, answer: ApiObject, name: string) {
  if (type !== "smp") return;
  const lists = (object: Record<string, unknown>) => {
    const spec = object["spec"] as { template?: { spec?: Record<string, unknown> }; ports?: unknown } | undefined;
    const pod = spec?.template?.spec;
    const containers = (pod?.["containers"] ?? []) as { name: string; [list: string]: unknown }[];
    return {
      finalizers: (object["metadata"] as ApiObject["metadata"]).finalizers ?? [],
      ports: names(spec?.ports, "port"),
      volumes: names(pod?.["volumes"], "name"),
      containers: containers.map((c) => [
        c.name,
        c["args"],
        names(c["env"], "name"),
        names(c["ports"], "containerPort"),
      ]),
    };
  };
  const names = (list: unknown, key: string) =>
    ((list ?? []) as Record<string, unknown>[]).map((item) => item[key] ?? free);
  expect(lists(patched), `${name} ${JSON.stringify(patch)}`).toEqual(lists(answer));
}
