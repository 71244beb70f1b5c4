import type { Container } from "kubernetes-types/core/v1";

/** A volume mount in a container's status. */
export interface MountStatus {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: true;
  readonly recursiveReadOnly?: "Disabled";
}

/** The volume mounts in a container's status. Mounts below a read-only mount are not made read-only recursively. */
export const mountStatuses = ({ volumeMounts = [] }: Container): MountStatus[] =>
  volumeMounts.map(({ name, mountPath, readOnly }) => ({
    name,
    mountPath,
    ...(readOnly === true ? { readOnly, recursiveReadOnly: "Disabled" as const } : {}),
  }));
