import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { emptyReader } from "../../../store/cache/testing/emptyReader.ts";
import type { AddressAllocator } from "../../registry/allocation/allocator.ts";
import type { WriteContext } from "../../registry/strategy.ts";

/** A context for tests of strategies: an empty cluster, a fixed clock, a user who may do anything. */
export function fakeContext(overrides: Partial<WriteContext> = {}): WriteContext {
  const allocator = {
    description: "none",
    allocate: () => true,
    allocateNext: () => undefined,
    hold: () => undefined,
    release: () => undefined,
    contains: () => true,
    words: { taken: "taken", outside: () => "outside" },
  };
  const addresses: AddressAllocator = {
    ...allocator,
    family: "IPv4",
    trial: { refusal: () => undefined, next: () => ({ reason: "none" }) },
  };
  return {
    vocabulary: createVocabulary(),
    user: { username: "admin", uid: "1", groups: ["system:masters", "system:authenticated"], extra: {} },
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    dryRun: false,
    namespace: "default",
    reader: emptyReader,
    allocators: { clusterIPs: addresses, nodePorts: allocator },
    authorizer: { name: "allow", authorize: () => ({ decision: "allow", reason: "" }) },
    warn: () => undefined,
    ...overrides,
  };
}
