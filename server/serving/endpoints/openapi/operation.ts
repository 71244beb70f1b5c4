import type { GroupVersionKind } from "../../../../shared/object.ts";

export type Method = "get" | "put" | "post" | "delete" | "options" | "head" | "patch";

/** A query or path parameter; bodies are described separately. */
export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly description: string;
  readonly type: "string" | "integer" | "boolean";
}

/** A body type: the name of a definition, or a plain string. */
export type BodyType = { readonly definition: string } | "string";

export interface Response {
  readonly status: 200 | 201 | 202;
  readonly body: BodyType;
}

/** One operation of the API, independent of the OpenAPI version. */
export interface Operation {
  /** Path template with `{namespace}`, `{name}`, `{path}`. */
  readonly path: string;
  readonly method: Method;
  readonly id: string;
  readonly description: string;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly definition: string; readonly required: boolean };
  /** Media types of the request body; also given for operations without one. Empty if the reference lists none. */
  readonly consumes: readonly string[];
  readonly responses: readonly Response[];
  /** Media types of the response. */
  readonly produces: readonly string[];
  /** The operation's action on its resource; absent for documents about the API itself. */
  readonly action?: Action;
  readonly kind?: GroupVersionKind;
}

export type Action =
  | "get"
  | "list"
  | "post"
  | "put"
  | "patch"
  | "delete"
  | "deletecollection"
  | "watch"
  | "watchlist"
  | "connect";
