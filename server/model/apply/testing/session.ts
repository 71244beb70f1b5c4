/** An object under test, with the writes made to it in the same way as the write path makes them. */

import { decodeManagedFields } from "../../../../shared/apply/managedFields.ts";
import { WIDGET_VERSION, widget } from "../../../../shared/apply/testing/nodes.ts";
import type { Convert } from "../../../../shared/apply/versions.ts";
import type { FieldSet } from "../../../../shared/fieldset/fieldSet.ts";
import { toFieldsV1 } from "../../../../shared/fieldset/fieldsV1.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Quirks } from "../../../ground/settings/quirks.ts";
import { applyPatch, trackUpdate } from "./immediate.ts";

export interface SessionOptions {
  apiVersion?: string;
  subresource?: string;
  force?: boolean;
  now?: number;
  resetFields?: Record<string, FieldSet>;
  onlyFields?: FieldSet;
  convert?: Convert;
  quirks?: Quirks;
  isCustom?: boolean;
}

export interface Session {
  object: ApiObject | undefined;
  /** Applies `{...body}` to a widget named `w` and keeps the result. */
  apply(manager: string, body: Record<string, unknown>, options?: SessionOptions): ApiObject;
  /** Replaces the object and keeps the result. */
  update(manager: string, next: Record<string, unknown>, options?: SessionOptions): ApiObject;
  /** The fields that each manager owns, by manager. */
  owners(): Record<string, unknown>;
}

export const START = Date.parse("2026-01-01T00:00:00Z");

export function openSession(object?: ApiObject): Session {
  const common = (options: SessionOptions) => ({
    node: widget,
    apiVersion: WIDGET_VERSION,
    now: START,
    ...options,
  });
  const session: Session = {
    object,
    apply(manager, body, options = {}) {
      const { force = false, ...rest } = options;
      const patch = {
        apiVersion: options.apiVersion ?? WIDGET_VERSION,
        kind: "Widget",
        metadata: { name: "w" },
        ...body,
      };
      session.object = applyPatch({ ...common(rest), live: session.object, patch, kind: "Widget", manager, force });
      return session.object;
    },
    update(manager, body, options = {}) {
      const next: ApiObject = {
        apiVersion: WIDGET_VERSION,
        kind: "Widget",
        metadata: { name: "w", managedFields: session.object?.metadata.managedFields },
        ...body,
      };
      session.object = trackUpdate({ ...common(options), live: session.object, next, manager });
      return session.object;
    },
    owners: () =>
      Object.fromEntries(
        [...decodeManagedFields(session.object?.metadata.managedFields).values()].map((m) => [
          m.subresource === "" ? m.manager : `${m.manager}/${m.subresource}`,
          toFieldsV1(m.set),
        ]),
      ),
  };
  return session;
}
