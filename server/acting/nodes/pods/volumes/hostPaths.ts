import type { PathKind } from "../../shell/messages.ts";
import type { NodePod } from "../podParts.ts";
import type { MissingVolume } from "./volumes.ts";

/** Looks at a path of the node, and makes it when it is wanted and not there. */
export type LookAtPath = (path: string, wanted?: PathKind) => Promise<PathKind | undefined>;

/** What a path of the node has to be, by the type of its volume, and what the agent says of it when it is not. */
const KINDS: Readonly<Record<string, { readonly kind?: PathKind; readonly isMade?: boolean; readonly words: string }>> =
  {
    Directory: { kind: "directory", words: "is not a directory" },
    DirectoryOrCreate: { kind: "directory", isMade: true, words: "is not a directory" },
    File: { kind: "file", words: "is not a file" },
    FileOrCreate: { kind: "file", isMade: true, words: "is not a file" },
    Socket: { words: "is not a socket file" },
    CharDevice: { words: "is not a character device" },
    BlockDevice: { words: "is not a block device" },
  };

/**
 * The volumes of a pod that are paths of the node of another kind than the pod says. A simulated node has no devices, and no
 * sockets.
 */
export async function unfitPaths({ spec }: NodePod, look: LookAtPath): Promise<readonly MissingVolume[]> {
  const found: MissingVolume[] = [];
  for (const { name, hostPath } of spec.volumes ?? []) {
    const wanted = KINDS[hostPath?.type ?? ""];
    if (hostPath === undefined || wanted === undefined) continue;
    const { kind, isMade = false, words } = wanted;
    if (kind !== undefined && (await look(hostPath.path, isMade ? kind : undefined)) === kind) continue;
    found.push({ volume: name, why: `hostPath type check failed: ${hostPath.path} ${words}` });
  }
  return found;
}
