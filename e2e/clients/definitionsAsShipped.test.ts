import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../product.ts";
import { serveFile } from "./served.ts";

/** The definitions of Forklift, an operator that moves virtual machines, as its generator wrote them. */
const FOLDER = join(root, "node_modules/crdtoapi/examples/forklift");

const OBJECTS = `
apiVersion: forklift.konveyor.io/v1beta1
kind: Provider
metadata: {name: source}
spec: {type: vsphere, url: https://vcenter.example, secret: {name: access, namespace: default}, settings: {sdk: "7"}}
---
apiVersion: forklift.konveyor.io/v1beta1
kind: NetworkMap
metadata: {name: net}
spec:
  provider: {source: {name: source, namespace: default}, destination: {name: host, namespace: default}}
  map: [{source: {id: network-1}, destination: {type: pod}}]
---
apiVersion: forklift.konveyor.io/v1beta1
kind: Plan
metadata: {name: move}
spec:
  targetNamespace: moved
  provider: {source: {name: source, namespace: default}, destination: {name: host, namespace: default}}
  map: {network: {name: net, namespace: default}, storage: {name: disks, namespace: default}}
  vms: [{id: vm-1, hooks: [{step: PreHook, hook: {name: stop, namespace: default}}]}]
---
apiVersion: forklift.konveyor.io/v1beta1
kind: ForkliftController
metadata: {name: controller}
spec: {feature_ui: true, anything: [1, {goes: here}]}
`;

const { kubectl } = serveFile();

const patched = (kind: string, name: string, patch: object, ...more: string[]) =>
  kubectl.run(["patch", kind, name, "--type=merge", "-p", JSON.stringify(patch), ...more]);

describe("Custom resource definitions as shipped by an operator", () => {
  test("are created and reapplied unchanged", async () => {
    const files = readdirSync(FOLDER);
    expect(files).toHaveLength(8);
    const created = await kubectl.run(["create", "-f", FOLDER]);
    expect(created).toMatchObject({ code: 0, stderr: "" });
    await kubectl.ok(["wait", "crd", "--all", "--for=condition=Established", "--timeout=20s"]);
    const applied = await kubectl.run(["apply", "--server-side", "--validate=strict", "-f", FOLDER]);
    expect(applied).toMatchObject({ code: 0, stderr: "" });
    const path = `jsonpath={range .items[*].status}{.conditions[*].type} {.storedVersions}{"\\n"}{end}`;
    const lines = (await kubectl.ok(["get", "crd", "-o", path])).trim().split("\n");
    // There are no warnings, and the status in the files is ignored.
    expect(lines).toEqual(files.map(() => 'NamesAccepted Established ["v1beta1"]'));
  });

  test("accept objects, print their columns and keep unspecified fields", async () => {
    const applied = await kubectl.run(["apply", "--server-side", "--validate=strict", "-f", "-"], { input: OBJECTS });
    expect(applied).toMatchObject({ code: 0, stderr: "" });
    const ready = { type: "Ready", status: "True", category: "Required", lastTransitionTime: "2026-01-01T00:00:00Z" };
    const status = { status: { phase: "Ready", conditions: [ready] } };
    expect(await patched("provider", "source", status, "--subresource=status")).toMatchObject({ code: 0 });
    const lines = (await kubectl.ok(["get", "providers", "-o", "wide"])).trimEnd().split("\n");
    expect(lines[0]?.split(/\s+/)).toEqual("NAME TYPE STATUS READY CONNECTED INVENTORY URL AGE".split(" "));
    expect(lines[1]).toMatch(/^source +vsphere +Ready +True +https:\/\/vcenter\.example +\w+$/);
    expect(await kubectl.ok(["get", "forkliftcontroller", "controller", "-o", "jsonpath={.spec.anything}"])).toBe(
      '[1,{"goes":"here"}]',
    );
  });

  test("reject invalid objects", async () => {
    const refused: [string, string, object, string][] = [
      ["plan", "move", { spec: { map: null } }, "spec.map: Required value"],
      ["plan", "move", { spec: { vms: "all" } }, "spec.vms in body must be of type array"],
      [
        "networkmap",
        "net",
        { spec: { map: [{ source: {}, destination: { type: "bridge" } }] } },
        'spec.map[0].destination.type: Unsupported value: "bridge": supported values: "pod", "multus"',
      ],
    ];
    for (const [kind, name, patch, message] of refused) {
      const { code, stderr } = await patched(kind, name, patch);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
    }
    const { stderr } = await kubectl.run(["apply", "--server-side", "-f", "-"], {
      input: OBJECTS.replace("targetNamespace", "target"),
    });
    expect(stderr).toContain('unknown field "spec.target"');
  });

  test("are supported by explain", async () => {
    const hooks = await kubectl.ok(["explain", "plan.spec.vms.hooks"]);
    for (const text of ["FIELD: hooks <[]Object>", "step\t<string> -required-", "Pipeline step."]) {
      expect(hooks).toContain(text);
    }
    const map = await kubectl.ok(["explain", "networkmap.spec.map", "--recursive"]);
    expect(map).toContain("type\t<string> -required-\n    enum: pod, multus");
  });
});
