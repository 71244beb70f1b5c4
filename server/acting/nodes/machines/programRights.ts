import type { Container } from "kubernetes-types/core/v1";
import { dottedSysctl } from "../../../ground/formats/names/sysctlName.ts";
import type { NodePod } from "../pods/podParts.ts";
import type { ProgramRights } from "../programs/program.ts";
import { holds } from "../shell/processes/capabilities.ts";
import { containerUser } from "./containerUser.ts";

/** The sysctl with the first unprivileged port, and its default. */
const FIRST_PORT = "net.ipv4.ip_unprivileged_port_start";
const PRIVILEGED = 1024;

/** The rights of a container's program, which follow from its user and settings. */
export function programRights(container: Container, pod: NodePod): ProgramRights {
  const user = containerUser(container, pod);
  const set = pod.spec.securityContext?.sysctls?.find(({ name }) => dottedSysctl(name) === FIRST_PORT)?.value;
  return {
    isRoot: user.user === 0,
    lowestPort: holds(user, "NET_BIND_SERVICE") ? 0 : Number(set ?? PRIVILEGED),
    mayGainMore: container.securityContext?.allowPrivilegeEscalation !== false,
    isRootReadOnly: container.securityContext?.readOnlyRootFilesystem === true,
    mounts: (container.volumeMounts ?? []).map(({ mountPath }) => mountPath),
  };
}
