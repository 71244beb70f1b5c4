import { quoted } from "../../../../shared/text/quoted.ts";

/**
 * The type of a member of a configuration outside the API: a string, a number, a boolean, a list of strings, or an
 * object.
 */
export type MemberShape =
  | "text"
  | "number"
  | "truth"
  | "texts"
  | { readonly [name: string]: MemberShape | readonly [MemberShape] };

export interface ConfigurationShape {
  /** Undefined for an object without a type. */
  readonly kind?: string;
  /** `group/version`; an object with a type must have one of these. */
  readonly apiVersions?: readonly string[];
  readonly members: Readonly<Record<string, MemberShape | readonly [MemberShape]>>;
  /** Whether unknown members are refused. Default: they are ignored. */
  readonly strict?: boolean;
}

/**
 * Checks that an object has the form that a plugin expects.
 * @throws Error
 */
export function checkShape(value: Readonly<Record<string, unknown>>, shape: ConfigurationShape): void {
  const { apiVersion, kind, ...members } = value;
  const { apiVersions = [] } = shape;
  if (shape.kind !== undefined && (kind !== shape.kind || !apiVersions.includes(String(apiVersion)))) {
    const shown = quoted(String(apiVersion ?? ""));
    throw new Error(`no kind ${quoted(String(kind ?? ""))} is registered for version ${shown}`);
  }
  checkMembers(members, shape.members, "", shape.strict === true);
}

type Members = ConfigurationShape["members"];

function checkMembers(value: Readonly<Record<string, unknown>>, members: Members, path: string, strict: boolean): void {
  for (const [name, item] of Object.entries(value)) {
    const at = path === "" ? name : `${path}.${name}`;
    const shape = Object.hasOwn(members, name) ? members[name] : undefined;
    if (shape === undefined) {
      if (strict) throw new Error(`strict decoding error: unknown field ${quoted(at)}`);
    } else if (item !== null) checkMember(item, shape, at, strict);
  }
}

function checkMember(item: unknown, shape: MemberShape | readonly [MemberShape], at: string, strict: boolean): void {
  if (shape === "text" || shape === "number" || shape === "truth") {
    const wanted = { text: "string", number: "number", truth: "boolean" }[shape];
    if (typeof item !== wanted) throw new Error(`${at}: must be a ${wanted}`);
  } else if (shape === "texts" || Array.isArray(shape)) {
    if (!Array.isArray(item)) throw new Error(`${at}: must be a list`);
    const of = shape === "texts" ? "text" : (shape[0] as MemberShape);
    for (const [i, each] of item.entries()) checkMember(each, of, `${at}[${i}]`, strict);
  } else {
    if (typeof item !== "object" || item === null || Array.isArray(item)) throw new Error(`${at}: must be an object`);
    checkMembers(item as Record<string, unknown>, shape as Members, at, strict);
  }
}
