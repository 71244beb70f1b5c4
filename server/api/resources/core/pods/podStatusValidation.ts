/** Rules of the status that a node reports for a pod. */

import type { ContainerStatus, PodSpec, PodStatus } from "kubernetes-types/core/v1";
import { errorsOfEach, errorsWithin } from "../../../../../shared/errorsOfEach.ts";
import {
  child,
  duplicate,
  type FieldError,
  FieldErrorList,
  forbidden,
  internal,
  invalid,
} from "../../../../../shared/fieldError.ts";
import { each, isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { checkQualifiedName, checkSubdomain } from "../../../../../shared/text/qualifiedName.ts";
import { quoted } from "../../../../../shared/text/quoted.ts";
import { parseAddress, validateAddress } from "../../../../ground/formats/addresses/addresses.ts";
import { invalidBy } from "../../../../ground/formats/names/names.ts";
import { duplicateText, invalidText, structList, structText } from "../../../../ground/formats/wording/goText.ts";

interface PodView {
  readonly spec?: PodSpec;
  readonly status?: PodStatus;
}

const OWN_CONDITIONS: ReadonlySet<string> = new Set(["PodScheduled", "Ready", "Initialized"]);

/** Field errors of a change of a pod's status. */
export function* validatePodStatus({ spec, status = {} }: PodView, old: PodView): Steps<FieldError[]> {
  const before = old.status ?? {};
  const node = status.nominatedNodeName ?? "";
  const always = old.spec?.restartPolicy === "Always";
  const restarts = new Set<string>();
  for (const { name, restartPolicy } of old.spec?.initContainers ?? []) {
    if (isTurnDue()) yield;
    if (restartPolicy === "Always") restarts.add(name);
  }
  const mayRestart = ({ name, state }: ContainerStatus): boolean =>
    always ||
    restarts.has(name) ||
    (old.spec?.restartPolicy === "OnFailure" && (state?.terminated?.exitCode ?? 0) !== 0);
  const ended = (
    list: "containerStatuses" | "initContainerStatuses" | "ephemeralContainerStatuses",
    exempt: (status: ContainerStatus) => boolean,
  ): Steps<FieldError[]> => validateStaysEnded(status[list] ?? [], before[list] ?? [], exempt, child("status", list));
  return [
    ...(yield* errorsOfEach(status.conditions, "metadata.conditions", ({ type }, at) =>
      OWN_CONDITIONS.has(type) ? [] : invalidBy(child(at, "Type"), type ?? "", checkQualifiedName(type ?? "")),
    )),
    ...(node !== "" && node !== before.nominatedNodeName
      ? invalidBy("status.nominatedNodeName", node, checkSubdomain(node))
      : []),
    ...(status.qosClass === before.qosClass
      ? []
      : [invalid("status.qosClass", status.qosClass ?? "", "field is immutable")]),
    ...(yield* ended("containerStatuses", mayRestart)),
    ...(yield* ended("initContainerStatuses", mayRestart)),
    ...(yield* ended("ephemeralContainerStatuses", () => false)),
    ...(yield* validateClaims(status, spec)),
    ...(yield* validatePodAddresses(status.podIPs ?? [])),
    ...(yield* validateHostAddresses(status)),
  ];
}

/** A container that has terminated for good must stay terminated. */
function* validateStaysEnded(
  statuses: readonly ContainerStatus[],
  old: readonly ContainerStatus[],
  exempt: (status: ContainerStatus) => boolean,
  path: string,
): Steps<FieldError[]> {
  const running = new Map<string, number>();
  for (const { name, state } of statuses) {
    if (isTurnDue()) yield;
    if (!state?.terminated) running.set(name, (running.get(name) ?? 0) + 1);
  }
  return yield* errorsWithin(old, path, function* (before, at) {
    if (!before.state?.terminated || exempt(before)) return [];
    const error = forbidden(child(at, "state"), "may not be transitioned to non-terminated state");
    return yield* repeatedError(error, running.get(before.name) ?? 0);
  });
}

/** Repeats an error `times` times, as far as the error list has room. */
function* repeatedError(error: FieldError, times: number): Steps<FieldError[]> {
  const found = new FieldErrorList();
  for (let i = 0; i < times && !found.isFull; i++) {
    if (isTurnDue()) yield;
    found.add(error);
  }
  return found.errors;
}

function* validateClaims({ resourceClaimStatuses }: PodStatus, spec: PodSpec | undefined): Steps<FieldError[]> {
  const known = new Set(yield* each(spec?.resourceClaims ?? [], ({ name }) => name));
  const seen = new Set<string>();
  return yield* errorsOfEach(resourceClaimStatuses, "status.resourceClaimStatuses", (claimStatus, statusAt) => {
    const { name = "", resourceClaimName } = claimStatus;
    const at = child(statusAt, "name");
    const errors: FieldError[] = [];
    if (!known.has(name)) errors.push(invalid(at, name, "must match the name of an entry in `spec.resourceClaims`"));
    if (seen.has(name)) errors.push(duplicate(at, name));
    seen.add(name);
    const claim = resourceClaimName ?? undefined;
    return claim === undefined ? errors : [...errors, ...invalidBy(at, claim, checkSubdomain(claim))];
  });
}

const addressText = (type: string, ip: string): string => structText(type, { IP: quoted(ip) });

type Addresses = readonly { readonly ip?: string }[];

const validateEach = (list: Addresses, path: string): Steps<FieldError[]> =>
  errorsOfEach(list, path, ({ ip = "" }, at) => validateAddress(ip, at));

/** At most one address of each family. */
function* validateStacks(list: Addresses, path: string, type: string): Steps<FieldError[]> {
  const families = yield* each(list, ({ ip = "" }) => parseAddress(ip)?.family);
  const broken = families.indexOf(undefined);
  const detail = `failed to check for dual stack with error:invalid IP[${broken}]: ${list[broken]?.ip ?? ""}`;
  const errors = broken < 0 ? [] : [internal(path, detail)];
  if (broken < 0 && list.length === 2 && families[0] !== families[1]) return errors;
  const shown = structList(type, list, ({ ip = "" }) => addressText(type, ip));
  return [...errors, invalidText(path, shown, "may specify no more than one IP for each IP family")];
}

/** Errors of a pod's addresses: first their families, then duplicates. */
function* validatePodAddresses(list: Addresses): Steps<FieldError[]> {
  const path = "status.podIPs";
  const found = new FieldErrorList();
  found.addAll(yield* validateEach(list, path));
  // The following errors print the whole list, and a full error list would drop them.
  if (list.length < 2 || found.isFull) return found.errors;
  found.addAll(yield* validateStacks(list, path, "core.PodIP"));
  return [...found.errors, ...(yield* repeated(list, path, "core.PodIP"))];
}

function repeated(list: Addresses, path: string, type: string): Steps<FieldError[]> {
  const seen = new Set<string>();
  return errorsOfEach(list, path, ({ ip = "" }, at) => {
    const twice = seen.has(ip);
    seen.add(ip);
    return twice ? [duplicateText(at, addressText(type, ip))] : [];
  });
}

/** Errors of the addresses of a pod's node: first duplicates, then their families. */
function* validateHostAddresses({ hostIP, hostIPs }: PodStatus): Steps<FieldError[]> {
  const list = hostIPs ?? [];
  const [first] = list;
  if (first === undefined) return [];
  const path = "status.hostIPs";
  const found = new FieldErrorList();
  if ((hostIP ?? "") !== (first.ip ?? "")) {
    found.add(invalid(`${path}[0].ip`, first.ip ?? "", "must be equal to `hostIP`"));
  }
  found.addAll(yield* validateEach(list, path));
  if (list.length < 2 || found.isFull) return found.errors;
  found.addAll(yield* repeated(list, path, "core.HostIP"));
  return [...found.errors, ...(yield* validateStacks(list, path, "core.HostIP"))];
}
