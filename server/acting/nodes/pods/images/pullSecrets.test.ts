import { expect, it } from "vitest";
import type { NodePod } from "../podParts.ts";
import { pullCredentials } from "./pullSecrets.ts";

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");
const secrets: Readonly<Record<string, Record<string, string>>> = {
  new: { ".dockerconfigjson": encoded({ auths: { "https://gcr.io": {}, "https://index.docker.io/v1/": {} } }) },
  old: { ".dockercfg": encoded({ "quay.io": {} }) },
  broken: { ".dockerconfigjson": "bm8=" },
  odd: { ".dockerconfigjson": encoded({ auths: "none" }) },
};

it("finds the registries in a pod's pull secrets and the missing secrets", () => {
  const imagePullSecrets = ["new", "old", "broken", "odd", "absent"].map((name) => ({ name }));
  const pod: NodePod = { metadata: {}, spec: { containers: [], imagePullSecrets } };
  const { registries, missing } = pullCredentials(pod, (name) =>
    secrets[name] === undefined ? undefined : { metadata: { name }, data: secrets[name] },
  );
  expect([...registries]).toEqual(["gcr.io", "docker.io", "quay.io"]);
  expect(missing).toEqual(["absent"]);
});
