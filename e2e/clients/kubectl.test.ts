import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { configMap, WEB } from "./manifests.ts";
import { serveFile } from "./served.ts";

const served = serveFile();
const { kubectl } = served;

beforeAll(async () => {
  await kubectl.ok(["wait", "--for=create", "serviceaccount/default", "--timeout=20s"]);
});

describe("Reading", () => {
  test("version and cluster-info", async () => {
    const version = JSON.parse(await kubectl.ok(["version", "-o", "json"]));
    expect(version.serverVersion).toMatchObject({ major: "1", minor: "32" });
    expect(await kubectl.ok(["cluster-info"])).toContain(served.product.url);
  });

  test("api-resources and api-versions list the built-in groups", async () => {
    const names = (await kubectl.ok(["api-resources", "-o", "name"])).split("\n");
    for (const name of ["pods", "deployments.apps", "roles.rbac.authorization.k8s.io", "jobs.batch"]) {
      expect(names).toContain(name);
    }
    const wide = await kubectl.ok(["api-resources", "-o", "wide", "--namespaced=false"]);
    expect(wide).toMatch(/^namespaces\s+ns\s+v1\s+false\s+Namespace\s+create,delete,get,list,patch,update,watch/m);
    expect((await kubectl.ok(["api-versions"])).split("\n")).toEqual(
      expect.arrayContaining(["v1", "apps/v1", "batch/v1"]),
    );
  });

  test("get supports every output format", async () => {
    await kubectl.ok(["create", "configmap", "formats", "--from-literal=key=value"]);
    expect(await kubectl.ok(["get", "cm", "formats"])).toMatch(/^NAME\s+DATA\s+AGE\nformats\s+1\s+\d+s\n$/);
    expect(await kubectl.ok(["get", "configmap/formats", "-o", "name"])).toBe("configmap/formats\n");
    expect(JSON.parse(await kubectl.ok(["get", "cm", "formats", "-o", "json"]))).toMatchObject({
      data: { key: "value" },
    });
    expect(await kubectl.ok(["get", "cm", "formats", "-o", "yaml"])).toContain(
      "\ndata:\n  key: value\nkind: ConfigMap\n",
    );
    expect(await kubectl.ok(["get", "cm", "formats", "-o", "jsonpath={.data.key}"])).toBe("value");
    expect(await kubectl.ok(["get", "cm", "formats", "-o", "custom-columns=N:.metadata.name"])).toBe("N\nformats\n");
    expect(await kubectl.ok(["get", "ns", "-o", "wide"])).toMatch(/^default\s+Active\s/m);
    expect(await kubectl.ok(["get", "svc", "-o", "wide"])).toMatch(
      /^kubernetes\s+ClusterIP\s+[\d.]+\s+<none>\s+443\/TCP\s/m,
    );
  });

  test("get reports names and kinds that do not exist", async () => {
    const absent = await kubectl.run(["get", "configmap", "absent"]);
    expect(absent.code).toBe(1);
    expect(absent.stderr).toBe('Error from server (NotFound): configmaps "absent" not found\n');
    expect((await kubectl.run(["get", "nonsense"])).stderr).toContain(`doesn't have a resource type "nonsense"`);
    expect((await kubectl.run(["get", "pods", "-n", "absent"])).stderr).toContain(
      "No resources found in absent namespace.",
    );
  });

  test("get -w shows changes as they happen", async () => {
    const watching = kubectl.follow(["get", "cm", "-w", "-l", "watched=yes"], (text) => /seen\s+2\s/.test(text));
    await kubectl.ok(["create", "configmap", "seen", "--from-literal=a=1"]);
    await kubectl.ok(["label", "configmap", "seen", "watched=yes"]);
    await kubectl.ok(["patch", "configmap", "seen", "-p", '{"data":{"b":"2"}}']);
    expect(await watching.ready).toMatch(/^NAME\s+DATA\s+AGE\nseen\s+1\s/);
    watching.stop();
  });

  test("describe", async () => {
    await kubectl.ok(["apply", "-f", "-"], { input: WEB });
    const text = await kubectl.ok(["describe", "deployment", "web"]);
    expect(text).toMatch(/^Name:\s+web$/m);
    expect(text).toMatch(/^Replicas:\s+2 desired/m);
    expect(await kubectl.ok(["describe", "service", "web"])).toMatch(/^Port:\s+<unset>\s+80\/TCP$/m);
    expect(await kubectl.ok(["describe", "namespace", "default"])).toMatch(/^Status:\s+Active$/m);
  });

  test("explain", async () => {
    expect(await kubectl.ok(["explain", "deployment.spec.replicas"])).toMatch(/FIELD:\s+replicas\s+<integer>/);
    expect(await kubectl.ok(["explain", "pod", "--recursive"])).toMatch(/containers\s+<\[\]Container>/);
  });
});

describe("Writing", () => {
  test("create rejects duplicates and unknown fields", async () => {
    await kubectl.ok(["create", "-f", "-"], { input: configMap("twice", "a") });
    const again = await kubectl.run(["create", "-f", "-"], { input: configMap("twice", "a") });
    expect(again.stderr).toContain('(AlreadyExists): error when creating "STDIN": configmaps "twice" already exists');
    const unknown = await kubectl.run(["create", "-f", "-"], { input: `${configMap("odd", "a")}dta: {}\n` });
    expect(unknown.stderr).toContain('strict decoding error: unknown field "dta"');
  });

  test("create works with the generators of its subcommands", async () => {
    await kubectl.ok(["create", "namespace", "made"]);
    await kubectl.ok(["create", "secret", "generic", "s", "-n", "made", "--from-literal=password=hidden"]);
    await kubectl.ok(["create", "role", "r", "-n", "made", "--verb=get,list", "--resource=pods"]);
    await kubectl.ok(["create", "rolebinding", "b", "-n", "made", "--role=r", "--user=ann"]);
    await kubectl.ok(["create", "deployment", "d", "-n", "made", "--image=registry.example/d:1"]);
    await kubectl.ok(["create", "quota", "q", "-n", "made", "--hard=pods=3"]);
    expect(await kubectl.ok(["auth", "can-i", "list", "pods", "-n", "made", "--as", "ann"])).toBe("yes\n");
    expect((await kubectl.run(["auth", "can-i", "delete", "pods", "-n", "made", "--as", "ann"])).stdout).toBe("no\n");
    expect((await kubectl.ok(["create", "token", "default", "-n", "made"])).split(".")).toHaveLength(3);
  });

  test("client-side apply reports created, unchanged and configured, and stores its annotation", async () => {
    const apply = (value: string) => kubectl.ok(["apply", "-f", "-"], { input: configMap("applied", value) });
    expect(await apply("1")).toBe("configmap/applied created\n");
    expect(await apply("1")).toBe("configmap/applied unchanged\n");
    expect(await apply("2")).toBe("configmap/applied configured\n");
    expect(await kubectl.ok(["apply", "view-last-applied", "configmap/applied"])).toContain('key: "2"');
  });

  test("server-side apply reports conflicts with the owner, and force takes over", async () => {
    const apply = (value: string, ...more: string[]) =>
      kubectl.run(["apply", "--server-side", "-f", "-", ...more], { input: configMap("shared", value) });
    expect((await apply("1", "--field-manager=one")).stdout).toBe("configmap/shared serverside-applied\n");
    const conflict = await apply("2", "--field-manager=two");
    expect(conflict.code).toBe(1);
    expect(conflict.stderr).toContain('conflict with "one": .data.key');
    expect((await apply("2", "--field-manager=two", "--force-conflicts")).code).toBe(0);
    const managers = await kubectl.ok([
      "get",
      "cm",
      "shared",
      "-o",
      "jsonpath={.metadata.managedFields[*].manager}",
      "--show-managed-fields",
    ]);
    expect(managers).toContain("two");
  });

  test("edit", async () => {
    await kubectl.ok(["create", "configmap", "edited", "--from-literal=key=before"]);
    const editor = join(served.product.dataDir, "editor.sh");
    writeFileSync(editor, '#!/bin/sh\nsed -i s/before/after/ "$1"\n');
    chmodSync(editor, 0o755);
    expect(await kubectl.ok(["edit", "configmap", "edited"], { env: { KUBE_EDITOR: editor } })).toBe(
      "configmap/edited edited\n",
    );
    expect(await kubectl.ok(["get", "cm", "edited", "-o", "jsonpath={.data.key}"])).toBe("after");
  });

  test("patch supports every type", async () => {
    await kubectl.ok(["create", "configmap", "patched", "--from-literal=a=1"]);
    const patch = (type: string, body: string) =>
      kubectl.ok(["patch", "configmap", "patched", "--type", type, "-p", body]);
    await patch("strategic", '{"data":{"b":"2"}}');
    await patch("merge", '{"data":{"a":null}}');
    await patch("json", '[{"op":"add","path":"/data/c","value":"3"}]');
    expect(JSON.parse(await kubectl.ok(["get", "cm", "patched", "-o", "jsonpath={.data}"]))).toEqual({
      b: "2",
      c: "3",
    });
  });

  test("label, annotate, and selectors", async () => {
    await kubectl.ok(["create", "configmap", "marked"]);
    expect(await kubectl.ok(["label", "cm", "marked", "tier=gold"])).toBe("configmap/marked labeled\n");
    expect(await kubectl.ok(["annotate", "cm", "marked", "note=hello"])).toBe("configmap/marked annotated\n");
    expect(await kubectl.ok(["get", "cm", "-l", "tier in (gold,silver)", "-o", "name"])).toBe("configmap/marked\n");
    expect(await kubectl.ok(["get", "cm", "--field-selector=metadata.name=marked", "-o", "name"])).toBe(
      "configmap/marked\n",
    );
    expect(await kubectl.ok(["label", "cm", "marked", "tier-"])).toBe("configmap/marked unlabeled\n");
  });

  test("scale and rollout history", async () => {
    await kubectl.ok(["apply", "-f", "-"], { input: WEB });
    expect(await kubectl.ok(["scale", "deployment/web", "--replicas=5"])).toBe("deployment.apps/web scaled\n");
    expect(await kubectl.ok(["get", "deploy", "web", "-o", "jsonpath={.spec.replicas}"])).toBe("5");
    expect(await kubectl.ok(["set", "image", "deployment/web", "web=registry.example/web:2"])).toContain(
      "image updated",
    );
  });

  test("diff", async () => {
    await kubectl.ok(["apply", "-f", "-"], { input: configMap("compared", "old") });
    expect((await kubectl.run(["diff", "-f", "-"], { input: configMap("compared", "old") })).code).toBe(0);
    const changed = await kubectl.run(["diff", "-f", "-"], { input: configMap("compared", "new") });
    expect(changed.code).toBe(1);
    expect(changed.stdout).toMatch(/^-\s+key: old$/m);
    expect(changed.stdout).toMatch(/^\+\s+key: new$/m);
  });

  test("replace, dry run, delete, wait", async () => {
    await kubectl.ok(["create", "-f", "-"], { input: configMap("going", "1") });
    expect(await kubectl.ok(["replace", "-f", "-"], { input: configMap("going", "2") })).toBe(
      "configmap/going replaced\n",
    );
    await kubectl.ok(["delete", "cm", "going", "--dry-run=server"]);
    expect(await kubectl.ok(["get", "cm", "going", "-o", "name"])).toBe("configmap/going\n");
    const waiting = kubectl.ok(["wait", "--for=delete", "configmap/going", "--timeout=20s"]);
    expect(await kubectl.ok(["delete", "cm", "going"])).toBe('configmap "going" deleted\n');
    await waiting;
    expect(await kubectl.ok(["wait", "--for=jsonpath={.status.phase}=Active", "ns/default", "--timeout=5s"])).toContain(
      "condition met",
    );
  });

  test("deleting a namespace deletes everything in it", async () => {
    await kubectl.ok(["create", "namespace", "leaving"]);
    await kubectl.ok(["create", "configmap", "c", "-n", "leaving"]);
    await kubectl.ok(["delete", "namespace", "leaving", "--timeout=30s"]);
    expect((await kubectl.run(["get", "ns", "leaving"])).stderr).toContain("NotFound");
  });
});

describe("Access", () => {
  test("auth whoami and can-i", async () => {
    expect(await kubectl.ok(["auth", "whoami"])).toContain("system:masters");
    expect(await kubectl.ok(["auth", "whoami", "--as", "ann", "-o", "jsonpath={.status.userInfo.username}"])).toBe(
      "ann",
    );
    expect(await kubectl.ok(["auth", "can-i", "delete", "nodes"])).toContain("yes");
    expect(await kubectl.ok(["auth", "can-i", "--list", "--as", "ann"])).toContain("selfsubjectaccessreviews");
    expect((await kubectl.run(["get", "secrets", "--as", "ann"])).stderr).toContain(
      'secrets is forbidden: User "ann" cannot list resource "secrets" in API group "" in the namespace "default"',
    );
  });

  test("a custom resource works from definition to object", async () => {
    const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: stars.sky.example}
spec:
  group: sky.example
  scope: Namespaced
  names: {plural: stars, singular: star, kind: Star, shortNames: [st]}
  versions:
    - name: v1
      served: true
      storage: true
      additionalPrinterColumns: [{name: Size, type: integer, jsonPath: .spec.size}]
      schema:
        openAPIV3Schema:
          type: object
          properties: {spec: {type: object, properties: {size: {type: integer, maximum: 9}}}}
`;
    await kubectl.ok(["apply", "-f", "-"], { input: definition });
    await kubectl.ok(["wait", "--for=condition=Established", "crd/stars.sky.example", "--timeout=20s"]);
    const star = (size: number) =>
      `apiVersion: sky.example/v1\nkind: Star\nmetadata: {name: sun}\nspec: {size: ${size}}\n`;
    await kubectl.ok(["apply", "-f", "-"], { input: star(5) });
    expect(await kubectl.ok(["get", "st"])).toMatch(/^NAME\s+SIZE\nsun\s+5\n$/);
    expect((await kubectl.run(["apply", "-f", "-"], { input: star(10) })).stderr).toContain(
      "spec.size in body should be less than or equal to 9",
    );
    expect(await kubectl.ok(["explain", "star.spec.size"])).toMatch(/FIELD:\s+size\s+<integer>/);
  });
});
