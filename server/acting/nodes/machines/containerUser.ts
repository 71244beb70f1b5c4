import type { Container } from "kubernetes-types/core/v1";
import type { NodePod } from "../pods/podParts.ts";
import type { UserMessage } from "../shell/messages.ts";
import { CAPABILITIES, type Capability, USUAL_CAPABILITIES } from "../shell/processes/capabilities.ts";
import { imageGroups, imageUser } from "./imageUsers.ts";

/** The user of images that must not run as root but do not name a user. */
const NON_ROOT = 65_532;

/** The user of a container's programs: the container's own setting, else the pod's, else the image's, else root. */
export function containerUser({ securityContext: own, image = "" }: Container, { spec }: NodePod): UserMessage {
  const { securityContext: shared } = spec;
  const mustNotBeRoot = own?.runAsNonRoot ?? shared?.runAsNonRoot ?? false;
  const byImage = imageUser(image);
  const usual = typeof byImage === "number" && (byImage > 0 || !mustNotBeRoot) ? byImage : undefined;
  const user = own?.runAsUser ?? shared?.runAsUser ?? usual ?? (mustNotBeRoot ? NON_ROOT : 0);
  const known = imageGroups(image, user);
  const group = own?.runAsGroup ?? shared?.runAsGroup ?? known?.group ?? 0;
  const isMerged = (shared as { supplementalGroupsPolicy?: string } | undefined)?.supplementalGroupsPolicy !== "Strict";
  const more = [
    ...(isMerged ? (known?.more ?? []) : []),
    ...(shared?.supplementalGroups ?? []),
    ...(shared?.fsGroup === undefined ? [] : [shared.fsGroup]),
  ];
  const capabilities = capabilitiesOf(own);
  return {
    ...{ user, group, groups: [...new Set([group, ...more])] },
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(own?.allowPrivilegeEscalation === false ? { gainsNothing: true } : {}),
    ...(isFiltered(own, shared) ? { isFiltered: true } : {}),
  };
}

/**
 * The capabilities that a container has; undefined for the default set. Runtimes first add `ALL`, then drop `ALL`, then
 * add and drop the named ones.
 */
function capabilitiesOf(context: Container["securityContext"]): readonly Capability[] | undefined {
  if (context?.privileged === true) return CAPABILITIES;
  const [add, drop] = [namesIn(context?.capabilities?.add), namesIn(context?.capabilities?.drop)];
  if (add.size === 0 && drop.size === 0) return undefined;
  const start = drop.has(ALL) ? [] : add.has(ALL) ? CAPABILITIES : USUAL_CAPABILITIES;
  return CAPABILITIES.filter((each) => (start.includes(each) || add.has(each)) && !drop.has(each));
}

const ALL = "ALL";

const namesIn = (list: readonly string[] = []): ReadonlySet<string> =>
  new Set(list.map((each) => each.toUpperCase().replace(/^CAP_/, "")));

/** Whether a seccomp profile restricts the system calls of the container's programs. Without a setting, none does. */
function isFiltered(own: Container["securityContext"], shared: NodePod["spec"]["securityContext"]): boolean {
  if (own?.privileged === true) return false;
  const { type = "Unconfined" } = own?.seccompProfile ?? shared?.seccompProfile ?? {};
  return type !== "Unconfined";
}

/** Why a container may not run as its user, in the kubelet's words; undefined when it may. */
export function refusedUser(container: Container, pod: NodePod): string | undefined {
  const own = container.securityContext;
  const mustNotBeRoot = own?.runAsNonRoot ?? pod.spec.securityContext?.runAsNonRoot ?? false;
  if (!mustNotBeRoot) return undefined;
  const { name, namespace, uid } = pod.metadata;
  const what = `(pod: "${name}_${namespace}(${uid})", container: ${container.name})`;
  const user = own?.runAsUser ?? pod.spec.securityContext?.runAsUser;
  if (user !== undefined) return user === 0 ? `container's runAsUser breaks non-root policy ${what}` : undefined;
  const byImage = imageUser(container.image ?? "");
  if (byImage === 0) return `container has runAsNonRoot and image will run as root ${what}`;
  if (typeof byImage !== "string") return undefined;
  const message = `image has non-numeric user (${byImage}), cannot verify user is non-root`;
  return `container has runAsNonRoot and ${message} ${what}`;
}
