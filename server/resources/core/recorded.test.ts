import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FieldError } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { applyDefaults } from "../../schema/applyDefaults.ts";
import { decodeStrict } from "../../schema/decode.ts";
import { normalizeForOutput } from "../../schema/output.ts";
import { loadSchema } from "../../schema/schema.ts";
import type { ResourceDefinition } from "../definition.ts";
import { validateObjectMeta } from "../validation/objectMeta.ts";
import { coreResources } from "./group.ts";
import { testContext } from "../testing/objects.ts";

const FOLDER = "../shared/conformance/transcripts";
const present = existsSync(FOLDER);
if (!present) console.warn("the recorded conversations are absent: refusals are not compared");

interface Cause {
  reason: string;
  message: string;
  field: string;
}
interface Step {
  name: string;
  request: { method: string; path: string; body?: unknown };
  response: { status: number; body?: Record<string, unknown> & { reason?: string; details?: { causes?: Cause[] } } };
}
interface Case {
  readonly title: string;
  readonly definition: ResourceDefinition;
  readonly body: ApiObject;
  readonly causes: readonly Cause[] | undefined;
  readonly answer: Record<string, unknown>;
}

/** Every recorded create of a core kind that was accepted or refused with causes. */
function cases(): Case[] {
  if (!present) return [];
  const found: Case[] = [];
  for (const file of readdirSync(FOLDER).filter((name) => /^(02|08|09|10|13)-/.test(name))) {
    const { steps } = JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")) as { steps: Step[] };
    for (const { name, request, response } of steps) {
      if (request?.method !== "POST" || typeof request.body !== "object" || request.body === null) continue;
      const plural = /^\/api\/v1\/(?:namespaces\/[^/]+\/)?([a-z]+)(?:\?.*)?$/.exec(request.path)?.[1];
      const definition = coreResources.find((resource) => resource.plural === plural);
      const body = request.body as ApiObject;
      if (
        request.path.includes("dryRun=") ||
        definition === undefined ||
        body.metadata === undefined ||
        definition.action !== undefined
      )
        continue;
      if (response.status !== 201 && response.body?.reason !== "Invalid") continue;
      const causes = response.body?.details?.causes;
      if (response.status !== 201 && (causes === undefined || JSON.stringify(causes).includes("{{"))) continue;
      if (body.kind !== definition.kind || (body.metadata.namespace ?? "") !== "") continue;
      const title = `${file}: ${name}`;
      found.push({
        title,
        definition,
        body,
        causes: response.status === 201 ? undefined : causes,
        answer: response.body ?? {},
      });
    }
  }
  return found;
}

const vocabulary = createVocabulary();
const schema = loadSchema(vocabulary);

/** The steps of a create up to validation, as the registry takes them. */
function create(definition: ResourceDefinition, body: ApiObject): { errors: FieldError[]; object: ApiObject } {
  const text = JSON.stringify(body).replace(/\$\{\w+\}/g, "dev");
  const node = schema.definition(definition.definition);
  const object = applyDefaults(node, decodeStrict(node, JSON.parse(text) as unknown).value as ApiObject);
  const context = testContext();
  if (definition.scope === "Namespaced") object.metadata.namespace = "dev";
  if (object.metadata.generateName && !object.metadata.name)
    object.metadata.name = `${object.metadata.generateName}abcde`;
  definition.strategy.prepareForCreate?.(context, object);
  const errors = [
    ...validateObjectMeta(object.metadata, {
      namespaced: definition.scope === "Namespaced",
      nameFormat: definition.strategy.nameFormat ?? "subdomain",
      vocabulary,
    }),
    ...(definition.strategy.validate?.(context, object) ?? []),
  ];
  if (errors.length === 0) {
    definition.strategy.canonicalize?.(object);
    definition.strategy.reserve?.(context, object, undefined)?.commit();
  }
  return { errors, object };
}

/** Fields that admission plugins fill in, by plural: another part's work. */
const ADMITTED: Readonly<Record<string, readonly string[]>> = {
  pods: ["spec"],
  nodes: ["spec"],
  persistentvolumeclaims: [],
};

/** Equal, where a recorded placeholder stands for any text or number. */
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

describe.skipIf(!present)("recorded creates", () => {
  it.each(cases().map((c) => [c.title, c] as const))("%s", (_, { definition, body, causes, answer }) => {
    const { errors, object } = create(definition, body);
    expect(errors.map(({ type, message, field }) => ({ reason: type, message, field }))).toEqual(causes ?? []);
    if (causes !== undefined || answer["kind"] !== definition.kind) return;
    const output = normalizeForOutput(schema.definition(definition.definition), object) as Record<string, unknown>;
    for (const field of new Set([...Object.keys(answer), ...Object.keys(output)])) {
      if (["metadata", "apiVersion", "kind"].includes(field)) continue;
      if (ADMITTED[definition.plural]?.includes(field) === true) continue;
      if (!agrees(answer[field], output[field])) expect(output[field]).toEqual(answer[field]);
    }
  });
});
