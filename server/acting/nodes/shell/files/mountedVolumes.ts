import { type IFileSystem, MountableFs } from "just-bash/browser";
import { trimEndOf } from "../../../../../shared/text/trimEnd.ts";
import type { MachineMessage, MountMessage, UserMessage } from "../messages.ts";
import { type OwnedFiles, putFiles } from "./ownedFiles.ts";
import { createdBy, Owners, parentOf, SET_GROUP } from "./owners.ts";
import { SizedFiles } from "./sizedFiles.ts";
import { type LinkAt, withLinks } from "./symbolicLinks.ts";
import { belowRoot, readOnly, VOLUME_MODE, type Volumes } from "./volumeFiles.ts";

/** A mount point in a machine. */
export interface MountedPlace extends OwnedFiles {
  readonly path: string;
  /** The mounted folder or file of the volume, without a leading slash; empty for the whole volume. */
  readonly part: string;
  /** Whether it is read-only. */
  readonly isFixed: boolean;
}

/** The mount point that a path belongs to, and the path in the mounted volume. */
export function placeAt(places: readonly MountedPlace[], path: string) {
  const above = places.filter(
    (place) => place.path === "/" || path === place.path || path.startsWith(`${place.path}/`),
  );
  const place = above.reduce((best, each) => (each.path.length >= best.path.length ? each : best));
  const rest = place.path === "/" ? path : path.slice(place.path.length);
  return { place, inside: `/${place.part}/${rest}`.replace(/\/+/g, "/").replace(/(.)\/$/, "$1") };
}

/** The file system of a machine: its own files, and volumes at their mount points, which may lie in each other. */
export async function mountVolumes(
  base: SizedFiles,
  { mounts, isRootReadOnly, user: creator }: Pick<MachineMessage, "mounts" | "isRootReadOnly" | "user">,
  volumes: Volumes,
): Promise<{ readonly files: IFileSystem; readonly places: readonly MountedPlace[] }> {
  const root: MountedPlace = { path: "/", part: "", owners: new Owners(), isFixed: isRootReadOnly, files: base };
  const places = [root];
  const all = new MountableFs({ base: isRootReadOnly ? readOnly(base) : createdBy(base, root.owners, creator) });
  /** The file systems that have mount points, by their own: the library does not mount within a mounted one. */
  const hosts = new Map([["/", all]]);
  // As a container runtime does: outer mounts come first.
  const ordered = mounts.map((mount) => ({ ...mount, path: plain(mount.path) })).sort((a, b) => depth(a) - depth(b));
  for (const mount of ordered) {
    const volume = await volumes.of(mount.volume);
    await prepare(volume, mount);
    const place = await placeFor(mount, volume);
    const { place: outer, inside } = placeAt(places, mount.path);
    const isFolder = (await place.files.stat(`/${place.part}`)).isDirectory;
    if (!outer.isFixed || outer === root) {
      await outer.files.mkdir(isFolder ? inside : parentOf(inside), { recursive: true });
    }
    const shown = shownFiles(place, creator);
    const hasMounts = ordered.some(({ path }) => path.startsWith(`${place.path}/`));
    const files = hasMounts ? new MountableFs({ base: shown }) : shown;
    if (files instanceof MountableFs) hosts.set(place.path, files);
    const below = outer.path === "/" ? place.path : place.path.slice(outer.path.length);
    hosts.get(outer.path)?.mount(below, files);
    places.push(place);
  }
  const linkAt: LinkAt = (path) => {
    const { place, inside } = placeAt(places, path);
    return place.files.linkAt(inside);
  };
  return {
    files: withLinks(all, () => (places.some((place) => place.files.hasLinks) ? linkAt : undefined)),
    places,
  };
}

/** Sets what a mount says about a whole volume. */
async function prepare({ files, owners }: OwnedFiles, { group, most }: MountMessage): Promise<void> {
  if (most !== undefined) files.most = most;
  if (group === undefined) return;
  owners.set("/", { user: owners.of("/").user, group });
  await files.chmod("/", VOLUME_MODE | SET_GROUP);
}

/** The mount point of a volume, or of a folder or a file in it. A missing folder is made. */
async function placeFor(
  { path, subPath, readOnly: isFixed }: MountMessage,
  { files, owners }: OwnedFiles,
): Promise<MountedPlace> {
  const part = trimEndOf(subPath, "/").replace(/^\/+/, "");
  if (part === "") return { path, part, owners, isFixed, files };
  const real = files.withoutLinks(`/${part}`);
  if (!(await files.exists(real))) {
    await files.mkdir(real, { recursive: true });
    await files.chmod(real, VOLUME_MODE);
  }
  const { isFile, mode } = await files.stat(real);
  // A file that was mounted does not change when its volume is filled again: it is a copy.
  if (isFile && isFixed) {
    const copy: OwnedFiles = { files: new SizedFiles(), owners: new Owners() };
    await putFiles(copy.files, [{ path: "/file", content: await files.readFileBuffer(real), mode }]);
    copy.owners.set("/file", owners.of(real));
    return { ...copy, path, part: "file", isFixed };
  }
  return {
    ...{ path, owners, isFixed, files },
    get part() {
      return files.withoutLinks(`/${part}`).slice(1);
    },
  };
}

/** The files of a mount point, as users of a container see them. */
function shownFiles(place: MountedPlace, creator: UserMessage): IFileSystem {
  const { files, owners, part, isFixed } = place;
  const all = createdBy(files, owners, creator);
  const own = part === "" ? all : belowRoot(all, () => place.part);
  return isFixed ? readOnly(own) : own;
}

const plain = (path: string): string => trimEndOf(path, "/") || "/";
const depth = ({ path }: { readonly path: string }): number => path.split("/").length;
