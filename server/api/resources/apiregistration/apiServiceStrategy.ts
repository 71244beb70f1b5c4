import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { timestamp } from "../../../../shared/time.ts";
import { decodedLength } from "../../../ground/formats/encodings/base64.ts";
import { checkLabel1035, checkPathSegment, invalidBy, type NameCheck } from "../../../ground/formats/names/names.ts";
import { checkPort } from "../../../ground/formats/numbers.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import type { ApiService } from "./apiService.ts";

const GROUP_RANGE = 20_000;
const VERSION_RANGE = 1000;
const CONDITION_STATUSES = ["True", "False", "Unknown"];

type ApiServiceSpec = Partial<NonNullable<ApiService["spec"]>>;
const specOf = (object: ApiObject): ApiServiceSpec => decoded<ApiService>(object).spec ?? {};

/**
 * The name must be the version and group that the service serves, so that no two services can claim one group version.
 */
function nameRule(object: ApiObject): NameCheck {
  const { group = "", version = "" } = specOf(object);
  const wanted = `${version}.${group}`;
  return (name) => {
    const messages = checkPathSegment(name);
    if (messages.length > 0 || name === wanted) return messages;
    return [`must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`];
  };
}

function validate(object: ApiObject): FieldError[] {
  const spec = specOf(object);
  const { group = "", version = "", groupPriorityMinimum = 0, versionPriority = 0, service } = spec;
  const errors: FieldError[] = [];
  if (group !== "") append(errors, invalidBy("spec.group", group, checkSubdomain(group)));
  else if (version !== "v1") {
    errors.push(required("spec.group", "only v1 may have an empty group and it better be legacy kube"));
  }
  append(errors, invalidBy("spec.version", version, checkLabel1035(version)));
  if (groupPriorityMinimum <= 0 || groupPriorityMinimum > GROUP_RANGE) {
    errors.push(
      invalid("spec.groupPriorityMinimum", groupPriorityMinimum, `must be positive and less than ${GROUP_RANGE}`),
    );
  }
  if (versionPriority <= 0 || versionPriority > VERSION_RANGE) {
    errors.push(invalid("spec.versionPriority", versionPriority, `must be positive and less than ${VERSION_RANGE}`));
  }
  const caBundle = spec.caBundle ?? "";
  if (service === undefined || service === null) {
    if (caBundle !== "") {
      const size = decodedLength(caBundle);
      errors.push(invalid("spec.caBundle", `${size} bytes`, "local APIServices may not have a caBundle"));
    }
    if (spec.insecureSkipTLSVerify === true) {
      errors.push(invalid("spec.insecureSkipTLSVerify", true, "local APIServices may not have insecureSkipTLSVerify"));
    }
    return errors;
  }
  if ((service.namespace ?? "") === "") errors.push(required(child("spec.service", "namespace")));
  if ((service.name ?? "") === "") errors.push(required(child("spec.service", "name")));
  const wrong = service.port === undefined ? [] : checkPort(service.port);
  if (wrong.length > 0) {
    errors.push(invalid("spec.service.port", service.port, `port is not valid: ${wrong.join(", ")}`));
  }
  if (spec.insecureSkipTLSVerify === true && caBundle !== "") {
    errors.push(invalid("spec.insecureSkipTLSVerify", true, "may not be true if caBundle is present"));
  }
  return errors;
}

const own: Strategy = {
  anyFinalizer: true,
  metadataOnUpdate: ["change", "whole"],
  nameRule,
  allowUnconditionalUpdate: false,
  prepareForCreate(context, object) {
    const { service } = decoded<ApiService>(object).spec ?? {};
    if (service !== undefined && service !== null) return;
    // A local API service is available from its creation.
    const lastTransitionTime = timestamp(context.now());
    const message = "Local APIServices are always available";
    object["status"] = {
      conditions: [{ type: "Available", status: "True", lastTransitionTime, reason: "Local", message }],
    };
  },
  validate: (_context, object) => validate(object),
};

/** Rules of API services. */
export const apiServiceStrategy = specStatusStrategy(own, { tracksGeneration: false });

/** Rules of the status of API services. */
export const apiServiceStatusStrategy = statusStrategy(apiServiceStrategy, {
  metadata: "reset",
  resetFields: [["spec"], ["metadata"]],
  validate(_context, object) {
    const conditions = decoded<ApiService>(object).status?.conditions ?? [];
    return conditions.flatMap(({ status }, i) =>
      CONDITION_STATUSES.includes(status)
        ? []
        : [notSupported(`status.conditions[${i}].status`, status, CONDITION_STATUSES)],
    );
  },
});
