import { expect, it } from "vitest";
import { createVocabulary } from "../../../../../shared/vocabulary.ts";
import type { Informer } from "../../../informers/informers.ts";
import { ServiceHints } from "./serviceHints.ts";

const NOTHING = { create: [], update: [], remove: [], unchanged: [] };

it("gives the older hints annotation precedence over the newer one", () => {
  const hints = new ServiceHints(createVocabulary(), { list: () => [] } as unknown as Informer);
  const reasons = (annotations: Record<string, string>) => {
    const service = { metadata: { name: "web", namespace: "shop", annotations }, spec: {} };
    return hints.apply(service, "IPv4", NOTHING).events.map(({ reason }) => reason);
  };
  const mode = { "service.kubernetes.io/topology-mode": "Auto" };
  expect(reasons(mode)).toEqual(["TopologyAwareHintsDisabled"]);
  expect(reasons({ ...mode, "service.kubernetes.io/topology-aware-hints": "disabled" })).toEqual([]);
  const older = { "service.kubernetes.io/topology-aware-hints": "auto" };
  expect(reasons({ "service.kubernetes.io/topology-mode": "Disabled", ...older })).toEqual([
    "TopologyAwareHintsDisabled",
  ]);
});
