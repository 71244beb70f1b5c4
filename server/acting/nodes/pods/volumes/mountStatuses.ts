import type { Container } from "kubernetes-types/core/v1";

/** How a volume is mounted, as a container's status shows it. */
export interface MountStatus {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: true;
  readonly recursiveReadOnly?: "Disabled";
}

/** What a container's status says of its mounts. What is mounted below one that is read-only stays as it is. */
export const mountStatuses = ({ volumeMounts = [] }: Container): MountStatus[] =>
  volumeMounts.map(({ name, mountPath, readOnly }) => ({
    name,
    mountPath,
    ...(readOnly === true ? { readOnly, recursiveReadOnly: "Disabled" as const } : {}),
  }));
