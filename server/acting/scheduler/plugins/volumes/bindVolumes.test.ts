import { expect, it } from "vitest";
import { createVocabulary } from "../../../../../shared/vocabulary.ts";
import { manualTimers } from "../../../../ground/timing/testing/manualTimers.ts";
import { type BindVolumesParts, bindVolumes } from "./bindVolumes.ts";

const claim = { metadata: { name: "c", namespace: "n", resourceVersion: "1" }, spec: {} };

it("reports a timeout while binding volumes", async () => {
  const timers = manualTimers();
  const parts = {
    client: { update: async () => claim },
    claims: { get: () => claim, follow: () => ({ synced: Promise.resolve(), stop: () => undefined }) },
    volumes: { get: () => undefined },
    vocabulary: createVocabulary(),
    timers,
    timeout: 600_000,
    signal: new AbortController().signal,
  } as unknown as BindVolumesParts;
  const binding = bindVolumes(parts, { bind: [], provision: [claim] }, "node-1");
  const refused = expect(binding).rejects.toThrow("binding volumes: context deadline exceeded");
  await new Promise(setImmediate);
  timers.advance(600_000);
  await refused;
});
