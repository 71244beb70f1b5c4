import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FieldError } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { atOnce, immediately } from "../../../shared/steps.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { mergeInSteps } from "../../model/apply/jsonMergePatch.ts";
import { patchInSteps } from "../../model/apply/jsonPatch.ts";
import { strategicMergeInSteps } from "../../model/apply/strategicMerge.ts";
import { applyDefaults } from "../../model/schema/applyDefaults.ts";
import { decodeStrict } from "../../model/schema/decode.ts";
import { nullifyEmpties } from "../../model/schema/nullifyEmpties.ts";
import { normalizeForOutput } from "../../model/schema/output.ts";
import { loadSchema } from "../../model/schema/schema.ts";
import type { ResourceDefinition } from "../registry/definition.ts";
import { validateObjectMeta } from "../registry/metadata/objectMeta.ts";
import { metadataOptions, type Strategy, type WriteContext } from "../registry/strategy.ts";
import { updateErrors } from "../registry/write/updateErrors.ts";
import { allDefinitions } from "./all.ts";
import { testContext } from "./testing/objects.ts";
import { strategyErrors } from "./testing/strategyErrors.ts";

const patchByMerge = immediately(mergeInSteps);
const strategicMergePatch = immediately(strategicMergeInSteps);
const errorsOfUpdate = immediately(updateErrors);

const FOLDER = "../shared/conformance/transcripts";
const present = existsSync(FOLDER);
if (!present) console.warn("the recorded conversations are absent: strategies are not compared");

interface Cause {
  reason: string;
  message: string;
  field: string;
}
interface Step {
  name: string;
  request?: { method: string; path: string; type?: string; body?: unknown };
  response?: { status: number; body?: Record<string, unknown> & { reason?: string; details?: { causes?: Cause[] } } };
}
interface Case {
  readonly title: string;
  readonly definition: ResourceDefinition;
  readonly strategy: Strategy;
  readonly body: unknown;
  /** Kind of the patch: merge, strategic or json. */
  readonly patch: string | undefined;
  readonly old: ApiObject | undefined;
  readonly causes: readonly Cause[];
  /** The response to an accepted write. */
  readonly answer: Record<string, unknown> | undefined;
}

const vocabulary = createVocabulary();
const schema = loadSchema(vocabulary);
const PATH =
  /^\/(?:api|apis\/([^/]+))\/(v\w+)\/(?:namespaces\/[^/?]+\/(?=\w))?([a-z]+)(?:\/([^/?]+))?(?:\/([a-z]+))?(?:\?.*)?$/;

/** A recording with a fixed namespace, and placeholders for values that differ between runs. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      // Only from the first letter of a word: a recording with a long word would take the square of its length.
      .replace(/(?<![a-z0-9])[a-z0-9]+-\$\{run\}/g, "dev")
      .replace(/\$\{\w+\}/g, "dev")
      .replace(/\{\{[^}]*time[^}]*\}\}/g, "2026-01-01T00:00:00Z")
      .replace(/"\{\{[^}]*[pP]ort[^}]*\}\}"/g, "30001")
      .replace(/\{\{[^}]*ip[^}]*\}\}/g, "10.0.0.9")
      .replace(/\{\{[^}]*\}\}/g, "1"),
  ) as unknown;

const find = (group: string, version: string, plural: string): ResourceDefinition | undefined =>
  allDefinitions.find(
    (d) =>
      vocabulary.render(d.group) === group &&
      d.version === version &&
      d.plural === plural &&
      d.action === undefined &&
      d.storedAs === undefined,
  );

/** The recorded creates, updates and patches of one conversation whose outcome strategies decide. */
function casesOf(file: string): Case[] {
  const { steps } = JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")) as { steps: Step[] };
  const stored = new Map<string, ApiObject>();
  const found: Case[] = [];
  for (const { name: title, request, response } of steps) {
    if (request === undefined || response === undefined) continue;
    const [, group = "", version = "", plural = "", name, subresource] = PATH.exec(request.path) ?? [];
    const definition = find(group, version, plural);
    if (definition === undefined) continue;
    const answer = plain(response.body ?? {}) as Record<string, unknown>;
    const key = (objectName: string): string => `${plural}/${objectName}`;
    const old = name === undefined ? undefined : stored.get(key(name));
    const answered = (answer["metadata"] as { name?: string } | undefined)?.name;
    const accepted = response.status < 300 && answer["kind"] === definition.kind && answered !== undefined;
    if (accepted && !request.path.includes("dryRun")) stored.set(key(answered), answer as unknown as ApiObject);
    if (!["POST", "PUT", "PATCH"].includes(request.method) || typeof request.body !== "object") continue;
    const causes = response.body?.details?.causes;
    if (!accepted && (response.body?.reason !== "Invalid" || causes === undefined)) continue;
    // Skip refusals of an option or of an undecodable patch, which do not come from strategies.
    if (!accepted && (request.path.includes("dryRun") || causes?.[0]?.field === "patch")) continue;
    const write = request.method === "POST";
    if (write ? name !== undefined : old === undefined) continue;
    const strategy =
      subresource === undefined
        ? definition.strategy
        : definition.subresources?.find((s) => s.name === subresource)?.strategy;
    const patch = request.method === "PATCH" ? (request.type ?? "") : undefined;
    if (strategy === undefined || patch?.startsWith("apply")) continue;
    if (JSON.stringify([request.body, causes ?? []]).includes("{{") || request.body === null) continue;
    found.push({
      title: `${file}: ${title}`,
      definition,
      strategy,
      body: plain(request.body),
      patch,
      old: write ? undefined : old,
      causes: (plain(causes ?? []) as Cause[]) ?? [],
      answer: accepted ? response.body : undefined,
    });
  }
  return found;
}

const allCases = (): Case[] =>
  present
    ? readdirSync(FOLDER)
        .filter((name) => /^(02|05|08|09|10|13)-/.test(name))
        .flatMap(casesOf)
    : [];

/** The object that a request would store, decoded and defaulted. */
function wanted({ definition, body, patch, old }: Case): ApiObject {
  const node = schema.definition(definition.definition);
  let value = body;
  if (patch?.startsWith("json")) value = atOnce(patchInSteps({ ...old }, body));
  else if (patch?.startsWith("merge")) value = patchByMerge({ ...old }, body);
  else if (patch !== undefined) value = strategicMergePatch({ ...old }, body, node);
  return applyDefaults(node, decodeStrict(node, structuredClone(value)).value as ApiObject);
}

const decode = (definition: ResourceDefinition, object: ApiObject): ApiObject => {
  const node = schema.definition(definition.definition);
  return applyDefaults(node, decodeStrict(node, structuredClone(object)).value as ApiObject);
};

/** Reserves the items that the object needs. @returns the field errors of a refusal */
async function reserve(
  strategy: Strategy,
  context: WriteContext,
  object: ApiObject,
  old?: ApiObject,
): Promise<FieldError[] | undefined> {
  try {
    await strategy.reserve?.(context, object, old);
    return undefined;
  } catch (error) {
    if (!isApiError(error, "Invalid")) throw error;
    return (error.status.details?.causes ?? []).map(
      ({ reason, message, field }) => ({ type: reason, message, field }) as FieldError,
    );
  }
}

/** Runs the steps of a write up to validation, in the registry's order. */
async function write(recorded: Case): Promise<{ errors: FieldError[]; object: ApiObject }> {
  const { definition, strategy } = recorded;
  const object = wanted(recorded);
  const context = testContext();
  const namespaced = definition.scope === "Namespaced";
  if (namespaced) object.metadata.namespace = "dev";
  if (recorded.old === undefined) {
    if (object.metadata.generateName && !object.metadata.name) {
      object.metadata.name = `${object.metadata.generateName}abcde`;
    }
    const refused = await reserve(strategy, context, object);
    if (refused !== undefined) return { errors: refused, object };
    strategy.prepareForCreate?.(context, object);
    if (strategy.tracksGeneration === true) object.metadata.generation = 1;
    const errors = [
      ...validateObjectMeta(object.metadata, metadataOptions(strategy, object, namespaced, vocabulary)),
      ...strategyErrors(strategy, context, object),
    ];
    if (errors.length === 0) strategy.canonicalize?.(object);
    return { errors, object };
  }
  const old = decode(definition, recorded.old);
  if (namespaced) old.metadata.namespace = "dev";
  const { uid, creationTimestamp, generation, deletionTimestamp } = old.metadata;
  if (recorded.patch === undefined) delete object.metadata.uid; // a precondition, compared before any of this
  object.metadata = { uid, deletionTimestamp, ...object.metadata, creationTimestamp, generation };
  const refused = await reserve(strategy, context, object, old);
  if (refused !== undefined) return { errors: refused, object };
  strategy.prepareForUpdate?.(context, object, old);
  const options = metadataOptions(definition.strategy, object, namespaced, vocabulary);
  const errors = errorsOfUpdate(strategy, context, object, old, options);
  if (errors.length === 0) strategy.canonicalize?.(object);
  return { errors, object };
}

/** After the first line, messages contain the reference's internal structures, which no client parses. */
const firstLine = (message: string): string => message.split("\n")[0] ?? "";

/** Fields that admission plugins fill in, by plural; not tested here. */
const ADMITTED: Readonly<Record<string, readonly string[]>> = { pods: ["spec"], nodes: ["spec"] };

/** Compares deeply; a recorded placeholder equals any text or number. */
function agrees(recorded: unknown, actual: unknown): boolean {
  if (typeof recorded === "string" && /\{\{|\$\{/.test(recorded)) return actual !== undefined;
  if (Array.isArray(recorded)) {
    return Array.isArray(actual) && recorded.length === actual.length && recorded.every((r, i) => agrees(r, actual[i]));
  }
  if (recorded === null || typeof recorded !== "object") return recorded === actual;
  if (actual === null || typeof actual !== "object") return false;
  const names = new Set([...Object.keys(recorded), ...Object.keys(actual)]);
  return [...names].every((name) =>
    agrees((recorded as Record<string, unknown>)[name], (actual as Record<string, unknown>)[name]),
  );
}

describe.skipIf(!present)("Recorded writes", () => {
  it.each(allCases().map((c) => [c.title, c] as const))("%s", async (_, recorded) => {
    const { definition, causes, answer } = recorded;
    const { errors, object } = await write(recorded);
    expect(errors.map(({ type, message, field }) => ({ reason: type, message: firstLine(message), field }))).toEqual(
      causes.map((cause) => ({ ...cause, message: firstLine(cause.message) })),
    );
    if (answer === undefined) return;
    expect(object.metadata.generation).toBe((answer["metadata"] as ApiObject["metadata"]).generation);
    nullifyEmpties(schema.definition(definition.definition), object);
    const output = normalizeForOutput(schema.definition(definition.definition), object) as Record<string, unknown>;
    for (const field of new Set([...Object.keys(answer), ...Object.keys(output)])) {
      if (["metadata", "apiVersion", "kind"].includes(field)) continue;
      if (ADMITTED[definition.plural]?.includes(field) === true) continue;
      if (!agrees(answer[field], output[field])) expect(output[field]).toEqual(answer[field]);
    }
  });
});
