import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { ActionContext } from "../../../api/registry/action.ts";
import { createIpAllocator } from "../../../api/registry/allocation/ipAllocator.ts";
import { createPortAllocator } from "../../../api/registry/allocation/portAllocator.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { alwaysAllow } from "../alwaysAllow.ts";
import { memoryReader } from "./memoryReader.ts";

/** A context for calling actions and strategies in tests; every part can be replaced. */
export function testContext(parts: Partial<ActionContext> & { reader?: ObjectReader } = {}): ActionContext {
  return {
    vocabulary: createVocabulary(),
    user: { username: "alice", groups: ["dev", "system:authenticated"], extra: {} },
    now: () => Date.parse("2026-01-02T03:04:05Z"),
    dryRun: false,
    namespace: "",
    reader: memoryReader(),
    allocators: { clusterIPs: createIpAllocator("10.0.0.0/28"), nodePorts: createPortAllocator("30000-30015") },
    authorizer: alwaysAllow,
    warn: () => undefined,
    kind: { group: "", version: "v1", kind: "" },
    name: "",
    subresource: "",
    ...parts,
  };
}
