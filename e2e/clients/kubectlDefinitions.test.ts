import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, clientProgram, createClient } from "../command.ts";
import { type Product, startServe } from "../product.ts";
import { configMap } from "./manifests.ts";

const COUNT = 20;

let product: Product;
let kubectl: Client;

beforeAll(async () => {
  product = await startServe();
  kubectl = createClient(clientProgram("kubectl"), { KUBECONFIG: product.kubeconfig, HOME: product.dataDir });
  await kubectl.ok(["wait", "--for=create", "serviceaccount/default", "--timeout=20s"]);
  const definitions = Array.from({ length: COUNT }, (_, i) => definition(i)).join("---\n");
  await kubectl.ok(["create", "-f", "-"], { input: definitions });
});

afterAll(async () => {
  expect(await product?.stop()).toBe(0);
});

const definition = (i: number): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: stars.sky${i}.example
spec:
  group: sky${i}.example
  names: {plural: stars, singular: star, kind: Star}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size: {type: integer, description: How large the star is.}
                planets: {type: array, items: {type: object, properties: {name: {type: string}}}}
`;

const list = (value: string): string => `apiVersion: v1
kind: List
items:
${["one", "two"].map((name) => `  - ${configMap(name, value).trim().replaceAll("\n", "\n    ")}\n`).join("")}  - apiVersion: sky7.example/v1
    kind: Star
    metadata: {name: sun}
    spec: {size: 3}
`;

describe("kubectl with many definitions", () => {
  test("apply accepts a List repeatedly", async () => {
    const applied = await kubectl.ok(["apply", "-f", "-"], { input: list("before") });
    expect(applied).toBe("configmap/one created\nconfigmap/two created\nstar.sky7.example/sun created\n");
    expect(await kubectl.ok(["apply", "-f", "-"], { input: list("after") })).toBe(
      "configmap/one configured\nconfigmap/two configured\nstar.sky7.example/sun unchanged\n",
    );
    expect(await kubectl.ok(["diff", "-f", "-"], { input: list("after") })).toBe("");
  });

  test("edit changes several objects at once", async () => {
    const editor = join(product.dataDir, "edit-all.sh");
    writeFileSync(
      editor,
      '#!/bin/sh\nsed \'s/key: after/key: edited/; s/size: 3/size: 4/\' "$1" > "$1.new" && cat "$1.new" > "$1"\n',
    );
    chmodSync(editor, 0o755);
    const targets = ["configmap/one", "configmap/two", "star.sky7.example/sun"];
    const edited = await kubectl.ok(["edit", ...targets], { env: { KUBE_EDITOR: editor } });
    for (const target of targets) expect(edited).toContain(`${target} edited`);
    expect(await kubectl.ok(["get", ...targets, "-o", "jsonpath={.items[*]['data.key','spec.size']}"])).toBe(
      "edited edited 4",
    );
  });

  test("explain shows an empty description and describes metadata", async () => {
    const kind = await kubectl.ok(["explain", "star", "--api-version=sky19.example/v1"]);
    expect(kind).toMatch(/\nDESCRIPTION:\n +<empty>\n/);
    const metadata = await kubectl.ok(["explain", "star.metadata", "--api-version=sky19.example/v1"]);
    expect(metadata).toMatch(/FIELD: metadata <ObjectMeta>[\s\S]*Standard object's metadata\./);
  });

  test("explain reads both document versions", async () => {
    const wanted = /FIELD:\s+size\s+<integer>[\s\S]*How large the star is/;
    expect(await kubectl.ok(["explain", "star.spec.size", "--api-version=sky19.example/v1"])).toMatch(wanted);
    const versionTwo = { env: { KUBECTL_EXPLAIN_OPENAPIV3: "false" } };
    expect(
      await kubectl.ok(["explain", "star.spec", "--api-version=sky3.example/v1", "--recursive"], versionTwo),
    ).toMatch(/planets\s+<\[\]Object>/);
  });
});
