import type { PathKind } from "../../shell/messages.ts";
import type { NodePod } from "../podParts.ts";
import type { MissingVolume } from "./volumes.ts";

/** Returns the kind of a path on the node, and creates it when it is missing and `requested` is given. */
export type ProbePath = (path: string, wanted?: PathKind) => Promise<PathKind | undefined>;

/** The required kind of a hostPath by the volume's type, and the agent's message when the path has another kind. */
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
 * The hostPath volumes of a pod whose path has another kind than the pod requires. Simulated nodes have no devices and
 * no sockets.
 */
export async function invalidHostPaths({ spec }: NodePod, probePath: ProbePath): Promise<readonly MissingVolume[]> {
  const found: MissingVolume[] = [];
  for (const { name, hostPath } of spec.volumes ?? []) {
    const wanted = KINDS[hostPath?.type ?? ""];
    if (hostPath === undefined || wanted === undefined) continue;
    const { kind, isMade = false, words } = wanted;
    if (kind !== undefined && (await probePath(hostPath.path, isMade ? kind : undefined)) === kind) continue;
    found.push({ volume: name, reason: `hostPath type check failed: ${hostPath.path} ${words}` });
  }
  return found;
}
