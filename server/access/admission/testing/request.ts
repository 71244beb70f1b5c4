import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { createFeatureGates } from "../../../ground/settings/featureGates.ts";
import { alwaysAllow } from "../../authorization/alwaysAllow.ts";
import { type MemoryReader, memoryReader } from "../../authorization/testing/memoryReader.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { followUsage } from "../quota/usageIndex.ts";

/** Dependencies of plugins with a reader in memory. Random suffixes are `xxxxx`, and the clock is fixed. */
export function testDependencies(
  parts: Partial<AdmissionDependencies> = {},
): AdmissionDependencies & { reader: MemoryReader } {
  const reader = memoryReader();
  const vocabulary = createVocabulary();
  return {
    vocabulary,
    authorizer: alwaysAllow,
    features: createFeatureGates(),
    client: () => ({
      create: () => Promise.reject(new Error("no client")),
      update: () => Promise.reject(new Error("no client")),
    }),
    quotaUsage: followUsage(reader, vocabulary, () => 0),
    served: () => [],
    now: () => Date.parse("2026-01-02T03:04:05Z"),
    pause: () => Promise.resolve(),
    randomSuffix: () => "xxxxx",
    ...parts,
    reader,
  };
}

const KINDS: Record<string, string> = { pods: "Pod", namespaces: "Namespace", nodes: "Node" };

/** A request to create an object of the core group; every part can be replaced. */
export function testRequest(
  resource: string,
  object: ApiObject | undefined,
  parts: Partial<AdmissionRequest> & { group?: string } = {},
): AdmissionRequest {
  const { group = "", ...rest } = parts;
  return {
    operation: "CREATE",
    kind: { group, version: "v1", kind: KINDS[resource] ?? resource },
    resource: { group, version: "v1", resource },
    subresource: "",
    namespace: "n",
    name: object?.metadata.name ?? "",
    object,
    oldObject: undefined,
    options: {},
    user: { username: "alice", groups: [], extra: {} },
    dryRun: false,
    warn: () => undefined,
    ...rest,
  };
}

/** Runs the mutating step of one plugin, as the chain would before validation. */
export async function mutate(plugin: AdmissionPlugin, request: AdmissionRequest): Promise<void> {
  if (plugin.handles(request)) {
    await plugin.admit?.(request, { again: false, runAgain: () => undefined, memory: new Map() });
  }
}

/** Runs one plugin as the chain would, and returns the object. */
export async function run(plugin: AdmissionPlugin, request: AdmissionRequest): Promise<ApiObject> {
  await mutate(plugin, request);
  if (plugin.handles(request)) await plugin.validate?.(request);
  return request.object ?? { metadata: {} };
}
