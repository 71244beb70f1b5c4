/** One member of a configuration outside the API: a text, a number, a list of texts, or members of its own. */
export type MemberShape = "text" | "number" | "texts" | { readonly [name: string]: MemberShape };

export interface ConfigurationShape {
  readonly kind: string;
  /** `group/version`, of which one has to stand in it. */
  readonly apiVersions: readonly string[];
  readonly members: Readonly<Record<string, MemberShape | readonly [MemberShape]>>;
}

/**
 * Checks that an object has the type that a plugin reads, and no members beyond.
 * @throws Error
 */
export function checkShape(value: Readonly<Record<string, unknown>>, shape: ConfigurationShape): void {
  const { apiVersion, kind, ...members } = value;
  if (kind !== shape.kind || !shape.apiVersions.includes(String(apiVersion))) {
    const shown = JSON.stringify(apiVersion ?? "");
    throw new Error(`no kind ${JSON.stringify(kind ?? "")} is registered for version ${shown}`);
  }
  checkMembers(members, shape.members, "");
}

type Members = ConfigurationShape["members"];

function checkMembers(value: Readonly<Record<string, unknown>>, members: Members, path: string): void {
  for (const [name, item] of Object.entries(value)) {
    const at = path === "" ? name : `${path}.${name}`;
    const shape = Object.hasOwn(members, name) ? members[name] : undefined;
    if (shape === undefined) throw new Error(`strict decoding error: unknown field ${JSON.stringify(at)}`);
    if (item !== null) checkMember(item, shape, at);
  }
}

function checkMember(item: unknown, shape: MemberShape | readonly [MemberShape], at: string): void {
  if (shape === "text" || shape === "number") {
    const wanted = shape === "text" ? "string" : "number";
    if (typeof item !== wanted) throw new Error(`${at}: must be a ${wanted}`);
  } else if (shape === "texts" || Array.isArray(shape)) {
    if (!Array.isArray(item)) throw new Error(`${at}: must be a list`);
    const of = shape === "texts" ? "text" : (shape[0] as MemberShape);
    for (const [i, each] of item.entries()) checkMember(each, of, `${at}[${i}]`);
  } else {
    if (typeof item !== "object" || item === null || Array.isArray(item)) throw new Error(`${at}: must be an object`);
    checkMembers(item as Record<string, unknown>, shape as Members, at);
  }
}
