import fc from "fast-check";
import type { ApiObject } from "../../../../../../shared/object.ts";
import type { TestServices } from "../../../../../testing/testServices.ts";
import type { Allocators } from "../../../../registry/allocation/allocator.ts";
import { deleteObject } from "../../../../registry/deletion/deletion.ts";
import { createObject } from "../../../../registry/write/createObject.ts";
import { updateDirectly } from "../../../../registry/write/updateDirectly.ts";
import { updateObject } from "../../../../registry/write/updateObject.ts";
import type { WriteRequest } from "../../../../registry/write/write.ts";
import { service } from "../../../testing/objects.ts";

/** Writes services as a server with these pools would. Commits of objects to its store can be made to fail. */
export function serviceScene(services: TestServices, allocators: Allocators) {
  const resource = services.resource("", "v1", "services");
  let failing: "before" | "after" | undefined;
  const store: TestServices["store"] = {
    ...services.store,
    commit: async (operations) => {
      const mode = failing;
      failing = undefined;
      if (mode === "before") throw new Error("disk failed");
      const result = await services.store.commit(operations);
      if (mode === "after") throw new Error("the answer got lost");
      return result;
    },
  };
  const deps = { ...services, store };
  const request = (name: string, dryRun = false): WriteRequest => ({
    resource,
    subresource: "",
    context: { ...services.write("default", dryRun), allocators },
    name,
    options: {},
    strategy: resource.definition.strategy,
  });
  return {
    services,
    allocators,
    resource,
    request,
    fail: (mode: "before" | "after" | undefined) => {
      failing = mode;
    },
    create: (object: ApiObject, dryRun?: boolean) =>
      createObject(deps, request(object.metadata.name ?? "", dryRun), object),
    update: (name: string, change: (object: ApiObject) => void, dryRun?: boolean) =>
      updateObject(deps, request(name, dryRun), {
        versioned: false,
        createIfMissing: false,
        transform: (existing) => {
          const next = structuredClone(existing?.object ?? service());
          next.metadata.resourceVersion = "";
          change(next);
          return next;
        },
      }),
    remove: (name: string, dryRun = false) => deleteObject(deps, request(name, dryRun), { dryRun }),
    directly: (name: string, change: (object: ApiObject) => ApiObject) =>
      updateDirectly(deps, { resource, namespace: "default", name, dryRun: false }, change),
  };
}

/** A service with the given name. */
export const named = (name: string, spec: Record<string, unknown>, finalizers?: string[]): ApiObject => {
  const object = service(spec);
  object.metadata = { name, namespace: "default", ...(finalizers === undefined ? {} : { finalizers }) };
  return object;
};

/** Specs of services with different needs. */
const SPECS: readonly Record<string, unknown>[] = [
  {},
  { clusterIP: "10.0.0.5" },
  { clusterIP: "None", selector: { a: "b" } },
  // Some of these are refused in a single-stack cluster.
  { ipFamilyPolicy: "PreferDualStack" },
  { ipFamilyPolicy: "SingleStack" },
  { ipFamilyPolicy: "RequireDualStack", clusterIP: "10.0.0.5", clusterIPs: ["10.0.0.5", "fd00::5"] },
  { ipFamilyPolicy: "RequireDualStack", ipFamilies: ["IPv6"] },
  { type: "ExternalName", externalName: "a.b" },
  { type: "NodePort", ports: [{ port: 80 }] },
  {
    type: "NodePort",
    ports: [
      { name: "a", port: 80, nodePort: 30003 },
      { name: "b", port: 81 },
    ],
  },
  { type: "LoadBalancer", externalTrafficPolicy: "Local", ports: [{ port: 80 }] },
];

const name = fc.constantFrom("s0", "s1", "s2", "s3");

/** A random operation on services. */
export const anyStep = fc.record({
  act: fc.constantFrom("create", "create", "update", "update", "remove", "finalizers"),
  name,
  other: name,
  spec: fc.constantFrom(...SPECS),
  dryRun: fc.boolean(),
  held: fc.boolean(),
});

export type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

type Scene = ReturnType<typeof serviceScene>;

/** Runs a step with concurrent writes on each scene, so that creations of one name race, and updates, too. */
export async function takeStep(
  scenes: readonly Scene[],
  { act, name, other, spec, dryRun, held }: Step,
): Promise<void> {
  const run = (scene: Scene, target: string): Promise<unknown> => {
    if (act === "create") return scene.create(named(target, spec, held ? ["x.y/z"] : undefined), dryRun);
    if (act === "remove") return scene.remove(target, dryRun);
    if (act === "update")
      return scene.update(target, (o) => void Object.assign(o, { spec: service(spec)["spec"] }), dryRun);
    return scene.update(target, (o) => void delete o.metadata.finalizers, dryRun);
  };
  await Promise.allSettled([name, other, name].flatMap((target) => scenes.map((scene) => run(scene, target))));
}
