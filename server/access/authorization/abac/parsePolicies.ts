import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { GROUP_AUTHENTICATED } from "../../../ground/rights/identity.ts";
import { describeJsonError } from "../../../model/encoding/jsonSyntaxError.ts";
import type { Policy } from "./policy.ts";

export interface PolicyFile {
  readonly policies: readonly Policy[];
  /** Number of lines in the old form, which has no version. */
  readonly unversioned: number;
}

/** Maximum length of a line in characters. */
const MAX_LINE = 65_536;

/**
 * Reads the policies of mode ABAC: one JSON object per line; blank lines and lines that begin with `#` are skipped.
 * @param file its path, for messages
 * @throws Error that names the line
 */
export function parsePolicies(text: string, file: string, vocabulary: Vocabulary): PolicyFile {
  const policies: Policy[] = [];
  let unversioned = 0;
  for (const [i, line] of text.split("\n").entries()) {
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    if (line.length > MAX_LINE) throw new Error(`error reading policy file ${file}: bufio.Scanner: token too long`);
    try {
      const { policy, versioned } = parseLine(line, vocabulary);
      policies.push(policy);
      if (!versioned) unversioned += 1;
    } catch (error) {
      const reason = messageOf(error);
      throw new Error(`error reading policy file ${file}, line ${i + 1}: ${line.replace(/\r$/, "")}: ${reason}`);
    }
  }
  return { policies, unversioned };
}

type Fields = Readonly<Record<string, unknown>>;

function parseLine(line: string, vocabulary: Vocabulary): { readonly policy: Policy; readonly versioned: boolean } {
  const value = parseObject(line);
  const group = vocabulary.render("abac.authorization.{labelDomain}");
  const apiVersion = textOf(value, "apiVersion", "Policy");
  const kind = textOf(value, "kind", "Policy");
  if (kind !== "" && apiVersion !== "") {
    if (kind === "Policy" && apiVersion === `${group}/v1beta1`) return { policy: current(value), versioned: true };
    if (kind !== "Policy" || apiVersion !== `${group}/v0`) {
      throw new Error(`no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`);
    }
    return { policy: old(value), versioned: true };
  }
  return { policy: old(value), versioned: false };
}

function parseObject(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`couldn't get version/kind; json parse error: ${describeJsonError(line)}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Error("couldn't get version/kind; json parse error: json: cannot unmarshal into a policy");
}

/** Version v1beta1: the fields are in `spec`. */
function current(value: Fields): Policy {
  const spec = value["spec"] ?? {};
  if (typeof spec !== "object" || Array.isArray(spec)) {
    throw new Error(
      `json: cannot unmarshal ${jsonType(spec)} into Go struct field Policy.spec of type v1beta1.PolicySpec`,
    );
  }
  const at = "PolicySpec.spec";
  const read = (name: string): string => textOf(spec as Fields, name, at);
  return {
    ...subjectOf(read("user"), read("group")),
    readonly: flagOf(spec as Fields, "readonly", at),
    apiGroup: read("apiGroup"),
    resource: read("resource"),
    namespace: read("namespace"),
    nonResourcePath: read("nonResourcePath"),
  };
}

/** The old form is flat and has no API groups; an omitted field matches everything. */
function old(value: Fields): Policy {
  const read = (name: string): string => textOf(value, name, "Policy");
  const [user, group, namespace, resource] = [read("user"), read("group"), read("namespace"), read("resource")];
  return {
    ...(user === "" && group === "" ? { user: "", group: GROUP_AUTHENTICATED } : subjectOf(user, group)),
    readonly: flagOf(value, "readonly", "Policy"),
    apiGroup: "*",
    resource: resource === "" ? "*" : resource,
    namespace: namespace === "" ? "*" : namespace,
    nonResourcePath: namespace === "" && resource === "" ? "*" : "",
  };
}

/** `*` means every authenticated user: anonymous requests do not match. */
const subjectOf = (user: string, group: string): Pick<Policy, "user" | "group"> =>
  user === "*" || group === "*" ? { user: "", group: GROUP_AUTHENTICATED } : { user, group };

function textOf(fields: Fields, name: string, at: string): string {
  const value = fields[name] ?? "";
  if (typeof value === "string") return value;
  throw new Error(`json: cannot unmarshal ${jsonType(value)} into Go struct field ${at}.${name} of type string`);
}

function flagOf(fields: Fields, name: string, at: string): boolean {
  const value = fields[name] ?? false;
  if (typeof value === "boolean") return value;
  throw new Error(`json: cannot unmarshal ${jsonType(value)} into Go struct field ${at}.${name} of type bool`);
}

const jsonType = (value: unknown): string =>
  Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
