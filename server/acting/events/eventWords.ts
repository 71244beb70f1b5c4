import type { ApiObject } from "../../../shared/object.ts";

/** The content of an Event. */
export interface EventWords {
  readonly type: "Normal" | "Warning";
  /** One word in upper camel case, for programs. */
  readonly reason: string;
  readonly message: string;
}

/** The object that an Event is about. */
export interface ObjectOfEvent {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion?: string | undefined;
  /** A part of the object: `spec.containers{web}`. */
  readonly fieldPath?: string | undefined;
}

export const objectOfEvent = (
  { apiVersion = "", kind = "", metadata }: ApiObject,
  fieldPath?: string,
): ObjectOfEvent => ({
  apiVersion,
  kind,
  namespace: metadata.namespace ?? "",
  name: metadata.name ?? "",
  uid: metadata.uid ?? "",
  resourceVersion: metadata.resourceVersion,
  fieldPath,
});

/** The object reference of an Event; empty fields are left out. */
export const involvedObject = (object: ObjectOfEvent): Record<string, string> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== "")) as Record<
    string,
    string
  >;
