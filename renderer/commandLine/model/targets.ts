/** The objects of a command, from its arguments and flags. */
import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import type { Session } from "./command.ts";
import { type Input, UsageError } from "./flags.ts";

/** Kinds, each with all objects or with the named ones. */
export interface Target {
  readonly type: ResourceType;
  /** Empty for all objects. */
  readonly names: readonly string[];
}

/** An existing object. */
export interface Found {
  readonly type: ResourceType;
  readonly namespace: string;
  readonly name: string;
  readonly object: ApiObject;
}

export const SELECTION_FLAGS = [
  { name: "selector", short: "l", takes: true },
  { name: "field-selector", takes: true },
  { name: "all-namespaces", short: "A" },
];

/** The name of a kind as printed: `deployment.apps`. */
export const wordOf = ({ singular, kind, group }: ResourceType): string =>
  `${singular === "" ? kind.toLowerCase() : singular}${group === "" ? "" : `.${group}`}`;

/** `deployment.apps/web` */
export const nameOf = ({ type, name }: Pick<Found, "type" | "name">): string => `${wordOf(type)}/${name}`;

/**
 * The kind that a word refers to: by plural, singular, short name or kind, optionally with a group (and version) after
 * a dot.
 */
export function kindNamed(word: string, types: readonly ResourceType[]): ResourceType | undefined {
  const lower = word.toLowerCase();
  const [first = "", ...rest] = lower.split(".");
  const suffix = rest.join(".");
  const isNamed = ({ resource, singular, kind, shortNames }: ResourceType): boolean =>
    [resource, singular, kind.toLowerCase(), ...shortNames].includes(first);
  const fits = ({ group, version }: ResourceType): boolean =>
    suffix === "" || group === suffix || group.startsWith(`${suffix}.`) || `${version}.${group}` === suffix;
  const found = types.filter((type) => isNamed(type) && fits(type));
  return (
    found.find(({ preferred, resource }) => preferred && resource === first) ??
    found.find((type) => type.preferred) ??
    found[0]
  );
}

/** @throws UsageError if the server does not have the kind */
export function needKind(word: string, types: readonly ResourceType[]): ResourceType {
  const type = kindNamed(word, types);
  if (type === undefined) throw new UsageError(`error: the server doesn't have a resource type "${word}"`);
  return type;
}

/**
 * The kinds that a word refers to: one, several separated by commas, or a category such as `all`. @throws UsageError
 */
function kindsNamed(word: string, types: readonly ResourceType[]): ResourceType[] {
  return word.split(",").flatMap((part) => {
    const category = types.filter(
      ({ categories, preferred, verbs }) => preferred && verbs.includes("list") && categories.includes(part),
    );
    return category.length > 0 ? category : [needKind(part, types)];
  });
}

/**
 * Parses `KIND`, `KIND NAME …`, `KIND,KIND` and `KIND/NAME …`.
 * @throws UsageError
 */
export function readTargets(args: readonly string[], types: readonly ResourceType[]): Target[] {
  const [first] = args;
  if (first === undefined) throw new UsageError("error: you must specify the type of resource to act on");
  if (!first.includes("/")) return kindsNamed(first, types).map((type) => ({ type, names: args.slice(1) }));
  const targets = new Map<ResourceType, string[]>();
  for (const word of args) {
    const [kind = "", name = "", ...more] = word.split("/");
    if (kind === "" || name === "" || more.length > 0) {
      throw new UsageError(
        `error: there is no need to specify a resource type as a separate argument when passing arguments in resource/name form, and "${word}" is no such name`,
      );
    }
    const type = needKind(kind, types);
    targets.set(type, [...(targets.get(type) ?? []), name]);
  }
  return [...targets].map(([type, names]) => ({ type, names }));
}

/** The namespace to search for objects of a kind; empty for all, and for cluster-scoped kinds. */
export const namespaceFor = (type: ResourceType, input: Input, session: Session): string =>
  !type.namespaced || input.has("all-namespaces") ? "" : session.namespace;

/** A list of a kind: its path, and the query with the selectors from the flags. */
export interface Listed {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export const listedBy = (type: ResourceType, input: Input, session: Session): Listed => ({
  path: resourcePath({ ...type, namespace: namespaceFor(type, input, session) }),
  query: { labelSelector: input.value("selector"), fieldSelector: input.value("field-selector") },
});

/** The path of an object, or of one of its subresources. */
export const objectPath = ({ type, namespace, name }: Omit<Found, "object">, subresource?: string): string =>
  resourcePath({ ...type, namespace, name, ...(subresource === undefined ? {} : { subresource }) });

const PAGE = 500;

/** Reads all objects of a list, page by page. @throws ApiError */
export async function readList({ path, query }: Listed, session: Session): Promise<ApiObject[]> {
  const items: ApiObject[] = [];
  let token: string | undefined;
  do {
    const page = await session.ask<{ items?: ApiObject[] | null; metadata?: { continue?: string } }>({
      path: withQuery(path, { ...query, limit: PAGE, continue: token }),
      signal: session.signal,
    });
    for (const item of page.items ?? []) items.push(item);
    token = page.metadata?.continue || undefined;
  } while (token !== undefined);
  return items;
}

/** The objects that a command line names, read one by one or as lists. @throws UsageError, ApiError */
export async function findObjects(input: Input, session: Session, args = input.args): Promise<Found[]> {
  const found: Found[] = [];
  for (const { type, names } of readTargets(args, session.types)) {
    if (names.length === 0 && !isSelection(input)) {
      throw new UsageError("error: resource(s) were provided, but no name was specified");
    }
    const namespace = namespaceFor(type, input, session);
    const objects =
      names.length === 0
        ? await readList(listedBy(type, input, session), session)
        : await Promise.all(names.map((name) => session.ask({ path: resourcePath({ ...type, namespace, name }) })));
    for (const object of objects) {
      const { namespace: place = "", name = "" } = object.metadata;
      found.push({ type, namespace: place, name, object });
    }
  }
  return found;
}

const isSelection = (input: Input): boolean => input.has("all") || input.has("selector") || input.has("field-selector");
