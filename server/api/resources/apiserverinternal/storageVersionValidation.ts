import { child, duplicate, type FieldError, index, invalid, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { checkQualifiedName, checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { EMPTY_MESSAGE, patternMessage } from "../../../../shared/text/regexText.ts";
import { checkLabel1035, invalidBy, LABEL_1035 } from "../../../ground/formats/names/names.ts";
import { invalidText, textList } from "../../../ground/formats/wording/goText.ts";
import { decoded } from "../../registry/strategies/narrow.ts";

/** The versions in which one server can read and write a resource. */
export interface ServerStorageVersion {
  readonly apiServerID?: string;
  readonly encodingVersion?: string;
  readonly decodableVersions?: readonly string[];
  readonly servedVersions?: readonly string[];
}

/** A condition about whether the servers agree. */
export interface StorageVersionCondition {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The versions in which the servers of a cluster store a resource. */
export interface StorageVersion extends ApiObject {
  readonly status?: {
    readonly storageVersions?: readonly ServerStorageVersion[];
    readonly commonEncodingVersion?: string;
    readonly conditions?: readonly StorageVersionCondition[];
  };
}

/** `<group>.<resource>`. */
export function checkStorageVersionName(name: string): string[] {
  const dot = name.lastIndexOf(".");
  if (dot < 0) return ["name must be in the form of <group>.<resource>"];
  return [
    ...checkSubdomain(name.slice(0, dot)).map((message) => `the group segment ${message}`),
    ...checkLabel1035(name.slice(dot + 1)).map((message) => `the resource segment ${message}`),
  ];
}

const LABEL_RULE =
  "a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
const API_VERSION_MESSAGE = `an apiVersion is ${patternMessage(LABEL_RULE, LABEL_1035, "my-name", "abc-123")} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')`;

/** `v1` or `group/v1`. */
function checkApiVersion(text: string): string[] {
  const parts = text.split("/");
  if (parts.length > 2) return [API_VERSION_MESSAGE];
  const [group, version = ""] = parts.length === 2 ? parts : [undefined, parts[0]];
  const ofGroup =
    group === undefined ? [] : checkPart(group, checkSubdomain).map((message) => `group part: ${message}`);
  return [...ofGroup, ...checkPart(version, checkLabel1035).map((message) => `version part: ${message}`)];
}

const checkPart = (part: string, check: (value: string) => string[]): string[] =>
  part === "" ? [EMPTY_MESSAGE] : check(part);

function validateServer(server: ServerStorageVersion, path: string): FieldError[] {
  const { apiServerID = "", encodingVersion = "", decodableVersions = [], servedVersions = [] } = server;
  const errors = invalidBy(child(path, "apiServerID"), apiServerID, checkSubdomain(apiServerID));
  const version = (at: string, text: string): void => {
    const messages = checkApiVersion(text);
    if (messages.length > 0) errors.push(invalid(at, text, messages.join(",")));
  };
  version(child(path, "encodingVersion"), encodingVersion);
  const decodable = child(path, "decodableVersions");
  for (const [i, text] of decodableVersions.entries()) version(index(decodable, i), text);
  if (!decodableVersions.includes(encodingVersion)) {
    const rule = `decodableVersions must include encodingVersion ${encodingVersion}`;
    errors.push(invalidText(decodable, textList(decodableVersions), rule));
  }
  for (const [i, text] of servedVersions.entries()) {
    const at = index(child(path, "servedVersions"), i);
    version(at, text);
    if (decodableVersions.includes(text)) continue;
    const rule = `individual served version : ${text} must be included in decodableVersions : [${decodableVersions.join(" ")}]`;
    errors.push(invalid(at, text, rule));
  }
  return errors;
}

/** The common version must be set when all servers agree on one, and must be unset otherwise. */
function validateCommon(servers: readonly ServerStorageVersion[], given: string | undefined): FieldError[] {
  const versions = new Set(servers.map(({ encodingVersion }) => encodingVersion));
  const [common] = versions.size === 1 ? versions : [undefined];
  if (common === given) return [];
  const path = "status.commonEncodingVersion";
  if (common === undefined) {
    const rule =
      "should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet";
    return [invalid(path, given, rule)];
  }
  const what = given === undefined ? "common" : "actual common";
  return [invalid(path, given, `the ${what} encoding version is ${common}`)];
}

/** Each server may appear only once. */
function validateServers(servers: readonly ServerStorageVersion[]): FieldError[] {
  const seen = new Set<string>();
  return servers.flatMap((server, i) => {
    const at = index("status.storageVersions", i);
    const { apiServerID = "" } = server;
    const twice = seen.has(apiServerID) ? [duplicate(child(at, "apiServerID"), apiServerID)] : [];
    seen.add(apiServerID);
    return [...twice, ...validateServer(server, at)];
  });
}

/** Types and states may be any qualified names, because more may be added. The reference's path omits `conditions`. */
function validateConditions(conditions: readonly StorageVersionCondition[]): FieldError[] {
  const places = new Map<string, number>();
  return conditions.flatMap(({ type = "", status = "", reason = "", message = "" }, i) => {
    const at = index("status", i);
    const before = places.get(type);
    places.set(type, i);
    const rule = `the type of the condition is not unique, it also appears in conditions[${before}]`;
    return [
      ...(before === undefined ? [] : [invalid(child(at, "type"), type, rule)]),
      ...invalidBy(child(at, "type"), type, checkQualifiedName(type)),
      ...invalidBy(child(at, "status"), status, checkQualifiedName(status)),
      ...(reason === "" ? [required(child(at, "reason"), "reason cannot be empty")] : []),
      ...(message === "" ? [required(child(at, "message"), "message cannot be empty")] : []),
    ];
  });
}

/** Field errors of the status that servers report. */
export function validateStorageVersionStatus(object: ApiObject): FieldError[] {
  const { storageVersions = [], commonEncodingVersion, conditions = [] } = decoded<StorageVersion>(object).status ?? {};
  return [
    ...validateServers(storageVersions),
    ...validateCommon(storageVersions, commonEncodingVersion),
    ...validateConditions(conditions),
  ];
}
