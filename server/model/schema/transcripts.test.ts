import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseApiVersion } from "../../../shared/object.ts";
import type { StructNode } from "../../../shared/schema/typeNode.ts";
import { applyDefaults } from "./applyDefaults.ts";
import { DecodeError, decodeStrict } from "./decode.ts";
import { nullifyEmpties } from "./nullifyEmpties.ts";
import { loadSchema } from "./schema.ts";

const folder = join(import.meta.dirname, "../../../../shared/conformance/transcripts");
const available = existsSync(folder);
if (!available) console.warn(`transcripts.test.ts: skipped, there is no ${folder}`);

type JsonRecord = Record<string, unknown>;

interface Step {
  readonly name?: string;
  readonly request?: { readonly method?: string; readonly body?: unknown };
  readonly response?: { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown };
}

const schema = loadSchema();

function steps(): { file: string; step: Step }[] {
  return readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8").replaceAll("{{time}}", "2024-01-01T00:00:00Z");
    return (JSON.parse(text) as { steps: Step[] }).steps.map((step) => ({ file, step }));
  });
}

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function nodeOf(value: unknown): StructNode | undefined {
  if (!isRecord(value) || typeof value["apiVersion"] !== "string" || typeof value["kind"] !== "string")
    return undefined;
  const { group, version } = parseApiVersion(value["apiVersion"]);
  return schema.forKind(group, version, value["kind"]);
}

/** Undefined when the recording has placeholders for values that are not texts. */
function decodedAndDefaulted(node: StructNode, value: unknown): JsonRecord | undefined {
  try {
    const object = applyDefaults(node, decodeStrict(node, value).value as JsonRecord);
    nullifyEmpties(node, object);
    return object;
  } catch (error) {
    if (error instanceof DecodeError && /\{\{|\(ignored\)/.test(JSON.stringify(value))) return undefined;
    throw error;
  }
}

/** Kinds whose creation only adds defaults to the spec. */
const PLAIN = new Set([
  "ConfigMap",
  "Deployment",
  "StatefulSet",
  "ReplicaSet",
  "CronJob",
  "Ingress",
  "NetworkPolicy",
  "Role",
  "ClusterRole",
  "RoleBinding",
  "ClusterRoleBinding",
  "StorageClass",
  "LimitRange",
  "ResourceQuota",
  "HorizontalPodAutoscaler",
]);

describe.skipIf(!available)("Recorded objects", () => {
  it("of the reference are reproduced byte for byte by decoding and defaulting", () => {
    let seen = 0;
    for (const { file, step } of steps()) {
      const body = step.response?.body;
      if (step.response?.headers?.["content-type"] !== "application/json") continue;
      for (const object of [
        body,
        ...(isRecord(body) && Array.isArray(body["items"]) ? (body["items"] as unknown[]) : []),
      ]) {
        // Lists and Tables are assembled for output: only they contain empty lists.
        const isList = isRecord(object) && (Array.isArray(object["items"]) || Array.isArray(object["rows"]));
        const node = isList ? undefined : nodeOf(object);
        const ours = node === undefined ? undefined : decodedAndDefaulted(node, object);
        if (ours === undefined) continue;
        seen += 1;
        expect(JSON.stringify(ours), `${file}: ${step.name}`).toBe(JSON.stringify(object));
      }
    }
    expect(seen).toBeGreaterThan(500);
  });

  it("get the reference's defaults on create", () => {
    let seen = 0;
    for (const { file, step } of steps()) {
      const { request, response } = step;
      const node = nodeOf(request?.body);
      if (request?.method !== "POST" || response?.status !== 201 || node === undefined) continue;
      if (!PLAIN.has(String((request.body as JsonRecord)["kind"])) || !isRecord(response.body)) continue;
      if (JSON.stringify(request.body).includes("${")) continue;
      if (response.body["kind"] !== (request.body as JsonRecord)["kind"]) continue;
      const { metadata: _ours, ...ours } = decodedAndDefaulted(node, request.body) ?? {};
      const { metadata: _theirs, ...theirs } = response.body;
      seen += 1;
      expect(ours, `${file}: ${step.name}`).toEqual(theirs);
    }
    expect(seen).toBeGreaterThan(50);
  });
});
