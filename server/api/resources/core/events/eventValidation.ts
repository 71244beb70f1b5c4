/** Rules of events for the core group. */

import type { Event } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { type FieldError, invalid, required } from "../../../../../shared/fieldError.ts";
import type { ObjectMeta } from "../../../../../shared/object.ts";
import { checkQualifiedName } from "../../../../../shared/text/qualifiedName.ts";
import { byteLength } from "../../../../../shared/text/regexText.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { invalidBy } from "../../../../ground/formats/names/names.ts";

type EventView = Omit<Event, "metadata"> & { readonly metadata: ObjectMeta };

/**
 * An event must be in the namespace of the object it is about. The other rules only apply to events of the new form,
 * which have an event time.
 * @param reporter the name of the reporting component's field in the event's version
 */
export function validateEvent(event: EventView, vocabulary: Vocabulary, reporter = "reportingComponent"): FieldError[] {
  const errors: FieldError[] = [];
  const namespace = event.metadata.namespace ?? "";
  const target = event.involvedObject?.namespace ?? "";
  const isNew = event.eventTime !== undefined && event.eventTime !== null;
  // Events about cluster-scoped objects are in the default namespace; new-style ones may also be in the system
  // namespace.
  const homes = isNew ? ["default", vocabulary.systemNamespace] : ["", "default"];
  const agrees = target === "" ? homes.includes(namespace) : isNew || target === namespace;
  if (!agrees) errors.push(invalid("involvedObject.namespace", target, "does not match event.namespace"));
  if (!isNew) return errors;
  const component = event.reportingComponent ?? "";
  if (component === "") errors.push(required(reporter));
  append(errors, invalidBy(reporter, component, checkQualifiedName(component)));
  append(errors, textErrors("reportingInstance", event.reportingInstance));
  append(errors, textErrors("action", event.action));
  append(errors, textErrors("reason", event.reason));
  if (byteLength(event.message ?? "") > 1024) errors.push(lengthError("message", 1024));
  return errors;
}

function textErrors(path: string, text = ""): FieldError[] {
  if (text === "") return [required(path)];
  return byteLength(text) > 128 ? [lengthError(path, 128)] : [];
}

const lengthError = (path: string, max: number): FieldError => invalid(path, "", `can have at most ${max} characters`);
