/** What a node may report about a pod. */

import type { ContainerStatus, PodSpec, PodStatus } from "kubernetes-types/core/v1";
import { child, duplicate, type FieldError, forbidden, index, invalid } from "../../../shared/fieldError.ts";
import { checkQualifiedName, checkSubdomain } from "../../../shared/qualifiedName.ts";
import { quoted } from "../../../shared/quoted.ts";
import { parseAddress, validateAddress } from "../validation/addresses.ts";
import { duplicateText, invalidText, structList, structText } from "../validation/goText.ts";
import { invalidBy } from "../validation/names.ts";

interface PodView {
  readonly spec?: PodSpec;
  readonly status?: PodStatus;
}

const OWN_CONDITIONS: ReadonlySet<string> = new Set(["PodScheduled", "Ready", "Initialized"]);

/** Field errors of a change of a pod's status. */
export function validatePodStatus({ spec, status = {} }: PodView, old: PodView): FieldError[] {
  const before = old.status ?? {};
  const node = status.nominatedNodeName ?? "";
  const always = old.spec?.restartPolicy === "Always";
  const restarts = new Set(
    (old.spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always").map(({ name }) => name),
  );
  const mayRestart = ({ name, state }: ContainerStatus): boolean =>
    always ||
    restarts.has(name) ||
    (old.spec?.restartPolicy === "OnFailure" && (state?.terminated?.exitCode ?? 0) !== 0);
  const ended = (
    list: "containerStatuses" | "initContainerStatuses" | "ephemeralContainerStatuses",
    exempt: (status: ContainerStatus) => boolean,
  ): FieldError[] => validateStaysEnded(status[list] ?? [], before[list] ?? [], exempt, child("status", list));
  return [
    ...(status.conditions ?? []).flatMap(({ type }, i) =>
      OWN_CONDITIONS.has(type)
        ? []
        : invalidBy(`${index("metadata.conditions", i)}.Type`, type ?? "", checkQualifiedName(type ?? "")),
    ),
    ...(node !== "" && node !== before.nominatedNodeName
      ? invalidBy("status.nominatedNodeName", node, checkSubdomain(node))
      : []),
    ...(status.qosClass === before.qosClass
      ? []
      : [invalid("status.qosClass", status.qosClass ?? "", "field is immutable")]),
    ...ended("containerStatuses", mayRestart),
    ...ended("initContainerStatuses", mayRestart),
    ...ended("ephemeralContainerStatuses", () => false),
    ...validateClaims(status, spec),
    ...validateAddresses(status.podIPs ?? [], "status.podIPs", "core.PodIP"),
    ...validateHostAddresses(status),
  ];
}

/** A container that has ended for good stays so. */
function validateStaysEnded(
  statuses: readonly ContainerStatus[],
  old: readonly ContainerStatus[],
  exempt: (status: ContainerStatus) => boolean,
  path: string,
): FieldError[] {
  return old.flatMap((before, i) =>
    !before.state?.terminated || exempt(before)
      ? []
      : statuses
          .filter(({ name, state }) => name === before.name && !state?.terminated)
          .map(() => forbidden(child(index(path, i), "state"), "may not be transitioned to non-terminated state")),
  );
}

function validateClaims({ resourceClaimStatuses }: PodStatus, spec: PodSpec | undefined): FieldError[] {
  const known = new Set((spec?.resourceClaims ?? []).map(({ name }) => name));
  const seen = new Set<string>();
  return (resourceClaimStatuses ?? []).flatMap(({ name = "", resourceClaimName }, i) => {
    const at = child(index("status.resourceClaimStatuses", i), "name");
    const errors: FieldError[] = [];
    if (!known.has(name)) errors.push(invalid(at, name, "must match the name of an entry in `spec.resourceClaims`"));
    if (seen.has(name)) errors.push(duplicate(at, name));
    seen.add(name);
    const claim = resourceClaimName ?? undefined;
    return claim === undefined ? errors : [...errors, ...invalidBy(at, claim, checkSubdomain(claim))];
  });
}

const addressText = (type: string, ip: string): string => structText(type, { IP: quoted(ip) });

/** At most one address of each family, none twice. */
function validateAddresses(list: readonly { readonly ip?: string }[], path: string, type: string): FieldError[] {
  const errors = list.flatMap(({ ip = "" }, i) => validateAddress(ip, index(path, i)));
  if (list.length < 2) return errors;
  const families = new Set(list.map(({ ip = "" }) => parseAddress(ip)?.family));
  if (families.size < 2 || list.length > 2) {
    const shown = structList(
      type,
      list.map(({ ip = "" }) => addressText(type, ip)),
    );
    errors.push(invalidText(path, shown, "may specify no more than one IP for each IP family"));
  }
  return [...errors, ...repeated(list, path, type)];
}

function repeated(list: readonly { readonly ip?: string }[], path: string, type: string): FieldError[] {
  const seen = new Set<string>();
  return list.flatMap(({ ip = "" }, i) => {
    const twice = seen.has(ip);
    seen.add(ip);
    return twice ? [duplicateText(index(path, i), addressText(type, ip))] : [];
  });
}

function validateHostAddresses({ hostIP, hostIPs }: PodStatus): FieldError[] {
  const [first] = hostIPs ?? [];
  if (first === undefined) return [];
  const errors: FieldError[] =
    (hostIP ?? "") === (first.ip ?? "")
      ? []
      : [invalid("status.hostIPs[0].ip", first.ip ?? "", "must be equal to `hostIP`")];
  return [...errors, ...validateAddresses(hostIPs ?? [], "status.hostIPs", "core.HostIP")];
}
