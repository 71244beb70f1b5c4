import { ADMISSION_ANNOTATION, CAUSE_ANNOTATION, STORED_ANNOTATION } from "../../../shared/auditAnnotations.ts";
import type { Filter } from "../../ground/request/context.ts";
import type { Causes } from "./causes.ts";
import { changeId } from "./change.ts";

/** Adds the causes of an internal component's write to the audit log, if there is one. */
export const explainCauses =
  (causes: Causes): Filter =>
  (next) =>
  (context) => {
    const cause = context.annotate === undefined || context.method === "GET" ? undefined : causes.why();
    if (cause !== undefined) context.annotate?.(CAUSE_ANNOTATION, cause);
    return next(context);
  };

/** Adds the fields that admission changed in a write, and the stored version, to the audit log, if there is one. */
export const traceWrites: Filter = (next) => (context) => {
  const { annotate, method } = context;
  if (annotate === undefined || method === "GET" || method === "HEAD") return next(context);
  context.trace = {
    admitted: (plugin, fields) => annotate(ADMISSION_ANNOTATION + plugin, fields.join(" ")),
    stored({ group, resource }, { metadata: { namespace = "", name = "", resourceVersion: revision = "" } }) {
      if (revision !== "") annotate(STORED_ANNOTATION, changeId({ group, resource, namespace, name, revision }));
    },
  };
  return next(context);
};
