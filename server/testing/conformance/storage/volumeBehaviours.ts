import { expect } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { condition } from "../bodies.ts";
import { ending, mountTest, outputOf, prints } from "../containerOutput.ts";

/** Keys of an object that a volume shows, with their own paths. */
export interface Item {
  readonly key: string;
  readonly path: string;
  readonly mode?: number;
}

export interface Source {
  readonly items?: readonly Item[];
  readonly defaultMode?: number;
  readonly optional?: boolean;
}

/** A kind of object whose data a volume shows: as its own volume type, or within a projected volume. */
export interface DataVolume {
  readonly resource: string;
  /** The fields of an object with the given data. */
  body(data: Readonly<Record<string, string>>): object;
  /** The volume source that shows an object. */
  source(name: string, options?: Source): object;
}

const encoded = (data: Readonly<Record<string, string>>) => ({
  data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString("base64")])),
});

export const CONFIG: DataVolume = {
  resource: "v1/configmaps",
  body: (data) => ({ data }),
  source: (name, options) => ({ configMap: { name, ...options } }),
};

export const SECRET: DataVolume = {
  resource: "v1/secrets",
  body: encoded,
  source: (secretName, options) => ({ secret: { secretName, ...options } }),
};

const projected =
  (kind: "configMap" | "secret") =>
  (name: string, { defaultMode, ...options }: Source = {}) => ({
    projected: { sources: [{ [kind]: { name, ...options } }], ...(defaultMode === undefined ? {} : { defaultMode }) },
  });

export const PROJECTED_CONFIG: DataVolume = { ...CONFIG, source: projected("configMap") };
export const PROJECTED_SECRET: DataVolume = { ...SECRET, source: projected("secret") };

const DATA: Readonly<Record<string, string>> = { "data-1": "value-1", "data-2": "value-2", "data-3": "value-3" };
const MAPPED = [{ key: "data-2", path: "path/to/data-2" }];
const AS_SOMEBODY = { securityContext: { runAsUser: 1000 } };
const PLACE = "/etc/data-volume";

const mounted = (...sources: object[]) => ({
  volumes: sources.map((source, i) => ({ name: `volume-${i}`, ...source })),
});
const mounts = (...paths: string[]) => ({
  volumeMounts: paths.map((mountPath, i) => ({ name: `volume-${i}`, mountPath, readOnly: true })),
});

async function made(place: ApiPlace, { resource, body }: DataVolume, name = "data", data = DATA): Promise<string> {
  await place.create(resource, { metadata: { name }, ...body(data) });
  return name;
}

/** Expects a pod to see a key as a file. */
export async function isConsumable(place: ApiPlace, kind: DataVolume, spec: object = {}): Promise<void> {
  await hasDefaultMode(place, kind, [undefined, "-rw-r--r--"], spec);
}

export const isConsumableAsSomebody = (place: ApiPlace, kind: DataVolume): Promise<void> =>
  isConsumable(place, kind, AS_SOMEBODY);

/** Expects the files to have the volume's mode. */
export async function hasDefaultMode(
  place: ApiPlace,
  kind: DataVolume,
  mode: readonly [number | undefined, string] = [0o400, "-r--------"],
  spec: object = {},
): Promise<void> {
  const container = mountTest({ file_content: `${PLACE}/data-1`, file_mode: `${PLACE}/data-1` }, mounts(PLACE));
  const [defaultMode] = mode;
  const source = kind.source(await made(place, kind), defaultMode === undefined ? {} : { defaultMode });
  const output = await outputOf(place, ending("reader", container, { ...mounted(source), ...spec }));
  expect(output).toContain(`content of file "${PLACE}/data-1": value-1`);
  expect(output).toContain(`mode of file "${PLACE}/data-1": ${mode[1]}`);
}

export const hasDefaultModeForGroup = (place: ApiPlace, kind: DataVolume): Promise<void> =>
  hasDefaultMode(place, kind, [0o440, "-r--r-----"], { securityContext: { runAsUser: 1000, fsGroup: 1001 } });

/** Expects a key only at the path that the volume sets, and with its own mode, if it has one. */
export async function isMapped(place: ApiPlace, kind: DataVolume, mode?: number, spec: object = {}): Promise<void> {
  const file = `${PLACE}/path/to/data-2`;
  const container = mountTest({ file_content: file, file_mode: file }, mounts(PLACE));
  const items = MAPPED.map((item) => (mode === undefined ? item : { ...item, mode }));
  const source = kind.source(await made(place, kind), { items });
  const output = await outputOf(place, ending("reader", container, { ...mounted(source), ...spec }));
  expect(output).toContain(`content of file "${file}": value-2`);
  expect(output).toContain(`mode of file "${file}": ${mode === undefined ? "-rw-r--r--" : "-r--------"}`);
}

export const isMappedForSomebody = (place: ApiPlace, kind: DataVolume): Promise<void> =>
  isMapped(place, kind, undefined, AS_SOMEBODY);

/** Expects one object to be usable in two volumes of a pod. */
export async function isInSeveralVolumes(place: ApiPlace, kind: DataVolume): Promise<void> {
  const name = await made(place, kind);
  const second = `${PLACE}-2`;
  const file = `${PLACE}/data-1`;
  const container = mountTest({ file_content: file, file_mode: file }, mounts(PLACE, second));
  const spec = mounted(kind.source(name), kind.source(name));
  expect(await outputOf(place, ending("reader", container, spec))).toContain(`content of file "${file}": value-1`);
}

/** A container that prints a file's content every second. */
const watching = (name: string, file: string, mountPath: string, volume = "volume-0") => ({
  name,
  ...mountTest({ break_on_expected_content: "false", retry_time: "120", file_content_in_loop: file }),
  volumeMounts: [{ name: volume, mountPath, readOnly: true }],
});

/** Expects changes of the object to appear in the volumes of running pods. */
export async function reflectsUpdates(place: ApiPlace, kind: DataVolume): Promise<void> {
  const name = await made(place, kind, "updated", { "data-1": "value-1" });
  const spec = { containers: [watching("main", `${PLACE}/data-1`, PLACE)], ...mounted(kind.source(name)) };
  await place.create("v1/pods", ending("watcher", {}, spec));
  await place.becomes("v1/pods/watcher", { status: { phase: "Running", containerStatuses: [{ ready: true }] } });
  await prints(place, "watcher", "value-1");
  await replaced(place, kind, name, { "data-1": "value-2" });
  await prints(place, "watcher", "value-2");
}

/** Replaces an object unconditionally. */
const replaced = (place: ApiPlace, { resource, body }: DataVolume, name: string, data: Record<string, string>) =>
  place.update(`${resource}/${name}`, () => ({ metadata: { name }, ...body(data) }));

/** Expects optional objects to appear, change and disappear in the volumes of a running pod. */
export async function reflectsOptional(place: ApiPlace, kind: DataVolume): Promise<void> {
  const only = { "data-1": "value-1" };
  for (const name of ["delete", "update"]) await made(place, kind, name, only);
  const files = { delete: "data-1", update: "data-3", create: "data-1" };
  const folder = (name: string): string => `/etc/data-volumes/${name}`;
  const missing = (name: keyof typeof files): string => `Error reading file ${folder(name)}/${files[name]}`;
  const spec = {
    containers: Object.entries(files).map(([name, file], i) =>
      watching(name, `${folder(name)}/${file}`, folder(name), `volume-${i}`),
    ),
    ...mounted(...Object.keys(files).map((name) => kind.source(name, { optional: true }))),
  };
  await place.create("v1/pods", ending("watcher", {}, spec));
  await place.becomes("v1/pods/watcher", { status: { conditions: [condition("Ready")] } });
  await prints(place, "watcher", missing("create"), "create");
  await prints(place, "watcher", missing("update"), "update");
  await prints(place, "watcher", "value-1", "delete");
  await place.remove(`${kind.resource}/delete`);
  await replaced(place, kind, "update", { "data-3": "value-3" });
  await made(place, kind, "create", only);
  await prints(place, "watcher", "value-1", "create");
  await prints(place, "watcher", "value-3", "update");
  await prints(place, "watcher", missing("delete"), "delete");
}

/** A pod that reads a part of a volume, which is mounted separately. */
export const subpathReader = (source: object, subPath: string, mountPath = "/test-volume") => {
  const container = {
    ...mountTest({ file_content_in_loop: mountPath, retry_time: "20" }),
    volumeMounts: [
      { name: "volume-0", mountPath, subPath },
      { name: "liveness-probe-volume", mountPath: "/probe-volume" },
    ],
  };
  const { volumes } = mounted(source);
  return ending("pod-subpath-test", container, {
    volumes: [...volumes, { name: "liveness-probe-volume", emptyDir: {} }],
    securityContext: { seLinuxOptions: { level: "s0:c0,c1" } },
  });
};

/** Expects a file of a volume to be readable when it is mounted separately. */
export async function hasSubpath(
  place: ApiPlace,
  source: object,
  { file, mountPath, text }: { file: string; mountPath?: string; text: string },
): Promise<void> {
  const output = await outputOf(place, subpathReader(source, file, mountPath));
  expect(output).toContain(text);
  await place.remove("v1/pods/pod-subpath-test");
  await place.gone("v1/pods/pod-subpath-test");
}
