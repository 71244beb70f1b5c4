import { append } from "../../../../shared/collections/append.ts";
import {
  child,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from "../../../../shared/fieldError.ts";
import { canonicalJson } from "../../../../shared/fieldset/pathElement.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { each, isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { byteLength } from "../../../../shared/text/regexText.ts";
import { formatAddress, parseAddress, parseCidr, validateCidr } from "../../../ground/formats/addresses/addresses.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";
import { shapedText } from "../../../ground/formats/wording/structShape.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { conditionErrors } from "../validation/conditions.ts";
import { validateDriverName } from "../validation/driverName.ts";
import { deviceNodeSelectorErrors } from "../validation/pod/placement/affinity.ts";
import { allocationShape } from "./claimShapes.ts";
import {
  MAX_LIST,
  requestNames,
  validateConfiguration,
  validateFreeObject,
  validateRequestRef,
  validateRequestRefs,
} from "./deviceClaimValidation.ts";
import { ITSELF, validateList, validateSet } from "./lists.ts";
import { validateLabel, validatePoolName } from "./names.ts";
import type { AllocatedDevice, AllocationResult, Consumer, DeviceName, ResourceClaim } from "./types.ts";

const MAX_CONSUMERS = 256;
const MAX_CONDITIONS = 8;
const MAX_DATA = 10 * 1024;
const MAX_IPS = 16;
const MAX_INTERFACE = 256;
const MAX_HARDWARE_ADDRESS = 128;
const SOURCES = ["FromClaim", "FromClass"];

/** `driver/pool/device`. */
export const idOf = ({ driver = "", pool = "", device = "" }: DeviceName): string => `${driver}/${pool}/${device}`;

/** Field errors of a new status of a claim: the allocation is immutable, and only allocated devices may be reported. */
export function* validateClaimStatus(object: ApiObject, old: ApiObject): Steps<FieldError[]> {
  const { spec, status = {} } = yield* decodedInSteps<ResourceClaim>(object);
  const before = (yield* decodedInSteps<ResourceClaim>(old)).status ?? {};
  const names = yield* requestNames(spec?.devices);
  const allocated = new Set(yield* each(status.allocation?.devices?.results ?? [], idOf));
  const reserved = "status.reservedFor";
  const errors = [
    ...(yield* validateSet(
      status.reservedFor,
      MAX_CONSUMERS,
      validateConsumer,
      { of: ({ uid = "" }) => uid, member: "uid" },
      reserved,
    )),
    ...(yield* validateSet(
      status.devices,
      undefined,
      (device, at) => validateDevice(device, allocated, at),
      { of: idOf, member: "deviceID", isBare: true },
      "status.devices",
    )),
  ];
  const consumers = status.reservedFor ?? [];
  if (consumers.length > 0 && status.allocation === undefined) {
    errors.push(forbidden(reserved, "may not be specified when `allocated` is not set"));
  } else if (object.metadata.deletionTimestamp !== undefined && (yield* hasNew(consumers, before.reservedFor))) {
    const rule = "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set";
    errors.push(forbidden(reserved, rule));
  }
  const path = "status.allocation";
  if (status.allocation === undefined) return errors;
  if (before.allocation === undefined)
    return [...errors, ...(yield* validateAllocation(status.allocation, names, path))];
  const shown = yield* shapedText(allocationShape, status.allocation);
  return [...errors, ...validateImmutable(status.allocation, before.allocation, path, shown)];
}

function* hasNew(consumers: readonly Consumer[], before: readonly Consumer[] | undefined): Steps<boolean> {
  const known = new Set(yield* each(before ?? [], canonicalJson));
  for (const consumer of consumers) {
    if (isTurnDue()) yield;
    if (!known.has(canonicalJson(consumer))) return true;
  }
  return false;
}

const validateConsumer = (consumer: Consumer, path: string): FieldError[] =>
  (["resource", "name", "uid"] as const)
    .filter((member) => (consumer[member] ?? "") === "")
    .map((member) => required(child(path, member)));

function validateNames({ driver = "", pool = "", device = "" }: DeviceName, path: string): FieldError[] {
  return [
    ...validateDriverName(driver, child(path, "driver")),
    ...validatePoolName(pool, child(path, "pool")),
    ...validateLabel(device, child(path, "device")),
  ];
}

function* validateAllocation(
  allocation: AllocationResult,
  names: ReadonlySet<string>,
  path: string,
): Steps<FieldError[]> {
  const devices = child(path, "devices");
  return [
    ...(yield* validateList(
      allocation.devices?.results,
      MAX_LIST,
      (result, at) => [
        ...validateRequestRef(result.request ?? "", names, child(at, "request")),
        ...validateNames(result, at),
      ],
      child(devices, "results"),
    )),
    // At most one list from the class and one from the claim.
    ...(yield* validateList(
      allocation.devices?.config,
      2 * MAX_LIST,
      function* (config, at) {
        return [
          ...validateSource(config.source ?? "", child(at, "source")),
          ...(yield* validateRequestRefs(config.requests, names, child(at, "requests"))),
          ...validateConfiguration(config, at, false),
        ];
      },
      child(devices, "config"),
    )),
    ...(allocation.nodeSelector === undefined
      ? []
      : yield* deviceNodeSelectorErrors(allocation.nodeSelector, child(path, "nodeSelector"))),
  ];
}

function validateSource(source: string, path: string): FieldError[] {
  if (source === "") return [required(path)];
  return SOURCES.includes(source) ? [] : [notSupported(path, source, SOURCES)];
}

function* validateDevice(device: AllocatedDevice, allocated: ReadonlySet<string>, path: string): Steps<FieldError[]> {
  const errors = validateNames(device, path);
  if (!allocated.has(idOf(device)))
    errors.push(invalidText(path, idOf(device), "must be an allocated device in the claim"));
  const conditions = device.conditions ?? [];
  const at = child(path, "conditions");
  if (conditions.length > MAX_CONDITIONS) errors.push(tooMany(at, conditions.length, MAX_CONDITIONS));
  append(errors, yield* conditionErrors(conditions, at));
  if (device.data !== undefined) append(errors, validateFreeObject(device.data, child(path, "data"), MAX_DATA));
  return [...errors, ...(yield* validateNetworkData(device.networkData, child(path, "networkData")))];
}

function* validateNetworkData(data: AllocatedDevice["networkData"], path: string): Steps<FieldError[]> {
  const { interfaceName = "", hardwareAddress = "", ips } = data ?? {};
  const errors: FieldError[] = [];
  if (byteLength(interfaceName) > MAX_INTERFACE) errors.push(tooLong(child(path, "interfaceName"), MAX_INTERFACE));
  if (byteLength(hardwareAddress) > MAX_HARDWARE_ADDRESS) {
    errors.push(tooLong(child(path, "hardwareAddress"), MAX_HARDWARE_ADDRESS));
  }
  return [...errors, ...(yield* validateSet(ips, MAX_IPS, validateAddress, ITSELF, child(path, "ips")))];
}

/** An address with its prefix length, which must be in canonical form. */
function validateAddress(text: string, path: string): FieldError[] {
  const cidr = parseCidr(text);
  const address = parseAddress(text.slice(0, text.indexOf("/")));
  if (cidr === undefined || address === undefined) return validateCidr(text, path);
  const canonical = `${formatAddress(address)}/${cidr.prefix}`;
  return canonical === text ? [] : [invalid(path, text, `must be in canonical form (${canonical})`)];
}
