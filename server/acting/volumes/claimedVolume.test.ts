import { expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { volumeAnnotations } from "./annotations.ts";
import { claimedVolume } from "./claimedVolume.ts";
import type { Claim, Volume } from "./kinds.ts";

const claim: Claim = { metadata: { name: "c", namespace: "n", uid: "u", resourceVersion: "7" } };
const volumeOf = (claimRef?: object): Volume => ({ metadata: { name: "v" }, spec: { ...(claimRef && { claimRef }) } });
const CHOSEN = { "pv.kubernetes.io/bound-by-controller": "yes" };

it.each([
  ["without a claim reference", undefined, CHOSEN],
  ["that a user has reserved for the claim", { name: "c", namespace: "n" }, {}],
])("volume %s records its claim and whether the controller chose the binding", (_what, claimRef, annotations) => {
  const made = claimedVolume(volumeOf(claimRef), claim, volumeAnnotations(createVocabulary()));
  expect(made.metadata.annotations).toEqual(annotations);
  expect(made.spec?.claimRef).toEqual({
    ...{ kind: "PersistentVolumeClaim", apiVersion: "v1", namespace: "n", name: "c" },
    ...{ uid: "u", resourceVersion: "7" },
  });
});
