import { child, type FieldError, index, invalid } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { checkSubdomain } from "../../../../shared/qualifiedName.ts";
import { invalidText, textList } from "../../../ground/formats/goText.ts";
import { checkLabel1035, invalidBy } from "../../../ground/formats/names.ts";
import { decoded } from "../../registry/strategies/narrow.ts";

/** What one server makes of a resource. */
export interface ServerStorageVersion {
  readonly apiServerID?: string;
  readonly encodingVersion?: string;
  readonly decodableVersions?: readonly string[];
  readonly servedVersions?: readonly string[];
}

/** In which versions the servers of a cluster store a resource. */
export interface StorageVersion extends ApiObject {
  readonly status?: {
    readonly storageVersions?: readonly ServerStorageVersion[];
    readonly commonEncodingVersion?: string;
  };
}

/** `<group>.<resource>`. */
function checkName(name: string): string[] {
  const dot = name.lastIndexOf(".");
  if (dot < 0) return ["name must be in the form of <group>.<resource>"];
  return [
    ...checkSubdomain(name.slice(0, dot)).map((message) => `the group segment ${message}`),
    ...checkLabel1035(name.slice(dot + 1)).map((message) => `the resource segment ${message}`),
  ];
}

/** `v1` or `group/v1`. */
function checkApiVersion(text: string): string[] {
  if (text === "") return ["must be non-empty"];
  const parts = text.split("/");
  if (parts.length > 2) return ["an apiVersion must be a version or a group and a version"];
  const [group, version = ""] = parts.length === 2 ? parts : [undefined, parts[0]];
  return [...(group === undefined ? [] : checkSubdomain(group)), ...checkLabel1035(version)];
}

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

/** What all servers agree on must be said, and nothing else. */
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

/** Field errors of a storage version. */
export function validateStorageVersion(object: ApiObject): FieldError[] {
  const { storageVersions = [], commonEncodingVersion } = decoded<StorageVersion>(object).status ?? {};
  const { name = "" } = object.metadata;
  return [
    ...invalidBy("metadata.name", name, checkName(name)),
    ...storageVersions.flatMap((server, i) => validateServer(server, index("status.storageVersions", i))),
    ...validateCommon(storageVersions, commonEncodingVersion),
  ];
}
