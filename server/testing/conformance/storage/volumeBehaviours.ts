import { expect } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { ending, logOf, mountTest, outputOf, prints } from "../containerOutput.ts";

/** Keys of an object that a volume shows, at paths of its own. */
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

/** A kind of object whose data a volume shows: as itself, or within a projected volume. */
export interface DataVolume {
  readonly resource: string;
  /** The fields of an object with this data. */
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

const DATA = { "data-1": "value-1", "data-2": "value-2", "data-3": "value-3" };
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

/** A pod sees a key as a file. */
export async function isConsumable(place: ApiPlace, kind: DataVolume, spec: object = {}): Promise<void> {
  const container = mountTest({ file_content: `${PLACE}/data-1` }, mounts(PLACE));
  const output = await outputOf(
    place,
    ending("reader", container, { ...mounted(kind.source(await made(place, kind))), ...spec }),
  );
  expect(output).toContain(`content of file "${PLACE}/data-1": value-1`);
}

export const isConsumableAsSomebody = (place: ApiPlace, kind: DataVolume): Promise<void> =>
  isConsumable(place, kind, AS_SOMEBODY);

/** The files have the mode that the volume says. */
export async function hasDefaultMode(
  place: ApiPlace,
  kind: DataVolume,
  mode: readonly [number, string] = [0o400, "-r--------"],
  spec: object = {},
): Promise<void> {
  const container = mountTest({ file_content: `${PLACE}/data-1`, file_mode: `${PLACE}/data-1` }, mounts(PLACE));
  const source = kind.source(await made(place, kind), { defaultMode: mode[0] });
  const output = await outputOf(place, ending("reader", container, { ...mounted(source), ...spec }));
  expect(output).toContain(`content of file "${PLACE}/data-1": value-1`);
  expect(output).toContain(`mode of file "${PLACE}/data-1": ${mode[1]}`);
}

export const hasDefaultModeForGroup = (place: ApiPlace, kind: DataVolume): Promise<void> =>
  hasDefaultMode(place, kind, [0o440, "-r--r-----"], { securityContext: { runAsUser: 1000, fsGroup: 1001 } });

/** A key is at the path that the volume says, and there only; with a mode of its own where it has one. */
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

/** One object is in two volumes of a pod. */
export async function isInSeveralVolumes(place: ApiPlace, kind: DataVolume): Promise<void> {
  const name = await made(place, kind);
  const second = `${PLACE}-2`;
  const container = mountTest({ file_content: `${second}/data-1` }, mounts(PLACE, second));
  const spec = mounted(kind.source(name), kind.source(name));
  expect(await outputOf(place, ending("reader", container, spec))).toContain("value-1");
}

/** A container that prints a file's content every second. */
const watching = (name: string, file: string, mountPath: string, volume = "volume-0") => ({
  name,
  ...mountTest({ break_on_expected_content: "false", retry_time: "120", file_content_in_loop: file }),
  volumeMounts: [{ name: volume, mountPath, readOnly: true }],
});

/** What is written to the object appears in the volumes of pods that run. */
export async function reflectsUpdates(place: ApiPlace, kind: DataVolume): Promise<void> {
  const name = await made(place, kind);
  const spec = { containers: [watching("main", `${PLACE}/data-1`, PLACE)], ...mounted(kind.source(name)) };
  await place.create("v1/pods", ending("watcher", {}, spec));
  await prints(place, "watcher", "value-1");
  await place.patch(`${kind.resource}/${name}`, kind.body({ "data-1": "another value" }));
  await prints(place, "watcher", "another value");
}

/** Objects that may be missing come, change and go in the volumes of a pod that runs. */
export async function reflectsOptional(place: ApiPlace, kind: DataVolume): Promise<void> {
  await made(place, kind, "gone", { ...DATA, "data-1": "was here" });
  await made(place, kind, "changed");
  const names = ["gone", "changed", "come"];
  const spec = {
    containers: names.map((name, i) => watching(name, `/etc/${name}/data-1`, `/etc/${name}`, `volume-${i}`)),
    ...mounted(...names.map((name) => kind.source(name, { optional: true }))),
  };
  await place.create("v1/pods", ending("watcher", {}, spec));
  await prints(place, "watcher", "was here", "gone");
  await prints(place, "watcher", "Error reading file /etc/come/data-1", "come");
  await place.remove(`${kind.resource}/gone`);
  await place.patch(`${kind.resource}/changed`, kind.body({ "data-1": "another value" }));
  await made(place, kind, "come", { ...DATA, "data-1": "has come" });
  await prints(place, "watcher", "Error reading file /etc/gone/data-1", "gone");
  await prints(place, "watcher", "another value", "changed");
  await prints(place, "watcher", "has come", "come");
}

/** A file of a volume is mounted by itself, and still read. */
export async function hasSubpath(
  place: ApiPlace,
  source: object,
  { file, mountPath = "/probe/file", text }: { file: string; mountPath?: string; text: string },
): Promise<void> {
  const container = {
    ...mountTest({ file_content: mountPath }),
    volumeMounts: [{ name: "volume-0", mountPath, subPath: file }],
  };
  await place.create("v1/pods", ending("reader", container, mounted(source)));
  await place.becomes("v1/pods/reader", { status: { phase: "Succeeded" } });
  expect(await logOf(place, "reader")).toContain(`content of file "${mountPath}": ${text}`);
}
