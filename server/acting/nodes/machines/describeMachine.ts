import { randomInt } from "node:crypto";
import type { Container, Volume } from "kubernetes-types/core/v1";
import { timestamp } from "../../../../shared/time.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { sysctlFile } from "../../../ground/formats/names/sysctlName.ts";
import { expand } from "../pods/environment/environment.ts";
import type { NodePod } from "../pods/podParts.ts";
import { imageOf } from "../pods/volumes/imageVolumes.ts";
import { baseName } from "../programs/imageName.ts";
import { missingCommands } from "../programs/imageShells.ts";
import { imageFiles } from "../programs/images/imageFiles.ts";
import { filesOfNode } from "../shell/files/nodeFiles.ts";
import type { MachineMessage, MountMessage } from "../shell/messages.ts";
import { containerUser } from "./containerUser.ts";
import { hostsFile } from "./hostsFile.ts";
import { machineHostname, shortHostname } from "./podHostname.ts";
import { spaceOf } from "./processSpaces.ts";
import { resolverFile, resolverOf } from "./resolverConfig.ts";
import type { Shells } from "./shells.ts";
import { type ContentSources, volumeContent } from "./volumeContent.ts";
import { bytesOf, isInMemory, memoryRoom } from "./volumeRoom.ts";

export interface DescribeParts {
  readonly container: Container;
  readonly node: string;
  readonly vocabulary: Vocabulary;
  readonly env: ReadonlyMap<string, string>;
  /** The DNS server that the pod uses. */
  readonly nameServer: string;
  readonly shells: Shells;
  readonly sources: ContentSources;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Fills the volumes that a container mounts, and describes its machine. */
export async function describeMachine(parts: DescribeParts): Promise<MachineMessage> {
  const { container, env, sources } = parts;
  const { pod, podAddresses } = sources;
  const hostname = pod.spec.hostNetwork === true ? parts.node : shortHostname(pod);
  const mounts: MountMessage[] = [];
  for (const mount of container.volumeMounts ?? []) {
    const volume = pod.spec.volumes?.find(({ name }) => name === mount.name);
    if (volume === undefined) continue;
    const isFilled = await fillVolume(volume, parts);
    const subPath = mount.subPathExpr === undefined ? (mount.subPath ?? "") : expand(mount.subPathExpr, env);
    const hostPath = hostPathOf(volume, sources);
    const isFixed = isFilled || mount.readOnly === true;
    const group = hostPath === undefined ? pod.spec.securityContext?.fsGroup : undefined;
    mounts.push({
      ...{ path: mount.mountPath, volume: volumeKey(volume, sources, parts.node), readOnly: isFixed },
      subPath: hostPath === undefined ? subPath : `${hostPath}/${subPath}`,
      ...(group === undefined ? {} : { group }),
      isInMemory: isFilled || isInMemory(volume),
      most: roomOf(volume, sources),
    });
  }
  return {
    hostname: machineHostname(pod, parts.node),
    space: spaceOf(pod, container, parts.node),
    user: containerUser(container, pod),
    isRootReadOnly: container.securityContext?.readOnlyRootFilesystem === true,
    isBusybox: BUSYBOX.has(baseName(container.image ?? "")),
    lacks: missingCommands(container.image ?? ""),
    files: [
      {
        path: "/etc/hosts",
        content: hostsFile(pod, { addresses: podAddresses, hostname, node: parts.node, vocabulary: parts.vocabulary }),
      },
      { path: "/etc/resolv.conf", content: resolverFile(resolverOf(pod, parts.nameServer)) },
      { path: container.terminationMessagePath ?? "/dev/termination-log", content: "", mode: 0o666 },
      ...sysctlFiles(pod),
      ...imageFiles(container.image ?? ""),
    ],
    mounts,
    most: bytesOf(sources.allocatable["ephemeral-storage"]),
  };
}

/** Images whose small commands come from busybox. */
const BUSYBOX: ReadonlySet<string> = new Set(["busybox", "alpine"]);

/** Fills a volume with the files of the API objects that it names. @returns whether it is a volume of this kind */
export async function fillVolume(
  volume: Volume,
  { shells, sources, node, now }: Pick<DescribeParts, "shells" | "sources" | "node" | "now">,
) {
  const files = await volumeContent(volume, sources);
  const folder = imageOf(volume) === undefined ? projectionFolder(now()) : undefined;
  if (files !== undefined) shells.fill(volumeKey(volume, sources, node), files, folder);
  return files !== undefined;
}

/** A new name for a folder of projected files: `..2026_01_31_23_59_59.123456789`. */
const projectionFolder = (now: number): string =>
  `..${timestamp(now).replace(/[-T:]/g, "_").replace("Z", "")}.${randomInt(2 ** 32)}`;

/** Capacity of a volume in bytes; undefined for a hostPath volume. */
function roomOf(volume: Volume, sources: ContentSources): number | undefined {
  const { pod, allocatable } = sources;
  if (hostPathOf(volume, sources) !== undefined) return undefined;
  if (isInMemory(volume)) return memoryRoom(volume, pod, allocatable);
  const disk = boundVolumeOf(volume, sources)?.spec?.capacity as Readonly<Record<string, string>> | undefined;
  return bytesOf(disk === undefined ? allocatable["ephemeral-storage"] : disk["storage"]);
}

/** The key of a disk's files: the same wherever the disk is used. */
export const diskKey = (volume: string): string => `disk/${volume}`;

type VolumeOwner = Pick<ContentSources, "pod" | "boundVolume">;

/**
 * The key of a volume's files: a claim's volume is that of the disk it is bound to, a hostPath belongs to the node, any
 * other to the pod.
 */
export function volumeKey(volume: Volume, sources: VolumeOwner, node: string): string {
  if (hostPathOf(volume, sources) !== undefined) return filesOfNode(node);
  const bound = boundVolumeOf(volume, sources);
  const { uid } = sources.pod.metadata;
  return bound === undefined ? `pod/${uid}/${volume.name}` : diskKey(bound.metadata?.name ?? "");
}

/** The path of a volume on the node; undefined for a volume that is not a hostPath. */
function hostPathOf(volume: Volume, sources: VolumeOwner): string | undefined {
  const bound = boundVolumeOf(volume, sources);
  return volume.hostPath?.path ?? bound?.spec?.hostPath?.path ?? bound?.spec?.local?.path;
}

function boundVolumeOf({ name, persistentVolumeClaim, ephemeral }: Volume, { pod, boundVolume }: VolumeOwner) {
  const claim = persistentVolumeClaim?.claimName ?? (ephemeral && `${pod.metadata.name}-${name}`);
  return claim === undefined ? undefined : boundVolume(claim);
}

/** The pod's sysctls as files: `kernel.shm_rmid_forced` is a file below `/proc/sys`. */
const sysctlFiles = ({ spec }: NodePod) =>
  (spec.securityContext?.sysctls ?? []).map(({ name, value }) => ({
    path: sysctlFile(name),
    content: `${value}\n`,
  }));
