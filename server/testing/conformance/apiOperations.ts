import { expect } from "vitest";
import { type ApiPlace, type Item, nextEvent } from "./apiPlace.ts";
import { at } from "./shape.ts";

export interface OperationsTest {
  /** For example `networking.k8s.io/v1/ingresses`. */
  readonly resource: string;
  readonly kind: string;
  make(name: string, labels: Record<string, string>): object;
  /**
   * Present if the resource has a status: the value to write, the path at which to read it, and the expected value
   * there.
   */
  readonly status?: {
    readonly value: object;
    readonly path: string;
    readonly expected: unknown;
    /** Whether labels and annotations stay unchanged when the status is written. */
    readonly alone?: boolean;
  };
}

const SELECTED = "?labelSelector=special%3Dyes";

/**
 * The common part of every "should support … API operations": discovery, all verbs, a watch that sees them, and the
 * status.
 */
export async function supportsApiOperations(place: ApiPlace, test: OperationsTest): Promise<void> {
  await isDiscovered(place, test);
  const { resource, make } = test;
  const names = ["one", "two", "three"].map((name) => `op-${name}`);
  const created: Item[] = [];
  for (const name of names) created.push(await place.create(resource, make(name, { special: "yes" })));
  const [first = created[0] as Item] = created;
  const reference = `${resource}/${first.metadata.name}`;

  expect((await place.get(reference)).metadata.uid).toBe(first.metadata.uid);
  expect((await place.list(resource + SELECTED)).map(({ metadata }) => metadata.name).sort()).toEqual(names.toSorted());

  const watched = await place.watch(`${resource}${SELECTED}&resourceVersion=${first.metadata.resourceVersion}`);
  const patched = await place.patch(reference, { metadata: { annotations: { patched: "true" } } });
  expect(patched.metadata.annotations).toMatchObject({ patched: "true" });
  const updated = await place.update(reference, (object) => ({
    ...object,
    metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, updated: "true" } },
  }));
  expect(updated.metadata.annotations).toMatchObject({ patched: "true", updated: "true" });
  await nextEvent(watched, "MODIFIED", { metadata: { annotations: { patched: "true" } } });
  await nextEvent(watched, "MODIFIED", { metadata: { annotations: { patched: "true", updated: "true" } } });
  await keepsStatus(place, reference, test);

  await place.remove(reference);
  await place.gone(reference);
  await nextEvent(watched, "DELETED", { metadata: { name: first.metadata.name } });
  expect(await place.list(resource + SELECTED)).toHaveLength(2);
  await place.remove(resource + SELECTED);
  await place.become(resource + SELECTED, (items) => items.length === 0);
  watched.close();
}

async function isDiscovered({ server, namespace }: ApiPlace, { resource, kind }: OperationsTest): Promise<void> {
  const [group = "", version = "", plural = ""] = resource.split("/");
  const groups = (await server.request("GET", "/apis")).body as unknown as { groups: { name: string }[] };
  expect(groups.groups).toContainEqual(
    expect.objectContaining({
      name: group,
      versions: expect.arrayContaining([{ groupVersion: `${group}/${version}`, version }]),
    }),
  );
  const one = (await server.request("GET", `/apis/${group}`)).body as unknown as { versions: unknown[] };
  expect(one.versions).toContainEqual({ groupVersion: `${group}/${version}`, version });
  const found = (await server.request("GET", `/apis/${group}/${version}`)).body as unknown as { resources: unknown[] };
  expect(found.resources).toContainEqual(
    expect.objectContaining({
      name: plural,
      kind,
      namespaced: namespace !== "",
      verbs: expect.arrayContaining([
        "create",
        "delete",
        "deletecollection",
        "get",
        "list",
        "patch",
        "update",
        "watch",
      ]),
    }),
  );
}

async function keepsStatus(place: ApiPlace, reference: string, { status }: OperationsTest): Promise<void> {
  if (status === undefined) return;
  const patched = await place.patch(`${reference}/status`, {
    metadata: { annotations: { patchedstatus: "true" } },
    status: status.value,
  });
  expect(at(patched, `status.${status.path}`)).toEqual(status.expected);
  if (status.alone !== true) expect(patched.metadata.annotations).toMatchObject({ patchedstatus: "true" });
  const before = await place.get(`${reference}/status`);
  expect(at(before, `status.${status.path}`)).toEqual(status.expected);
  const replaced = await place.update(`${reference}/status`, (object) => ({ ...object, status: status.value }));
  expect(at(replaced, `status.${status.path}`)).toEqual(status.expected);
}
