/** Rules of environment variables and their sources. */

import type { EnvFromSource, EnvVar } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, required } from "../../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../../../shared/text/qualifiedName.ts";
import {
  checkConfigKey,
  checkEnvironmentName,
  checkName,
  checkStrictEnvironmentName,
  invalidBy,
} from "../../../../../ground/formats/names/names.ts";
import { isOn } from "../../../../registry/features.ts";
import { ENVIRONMENT_FIELDS, validateFieldRef, validateResourceFieldRef } from "../downwardApi.ts";
import type { PodRules } from "../podRules.ts";

const nameCheck = ({ features }: PodRules) =>
  isOn(features, "RelaxedEnvironmentVariableValidation") ? checkEnvironmentName : checkStrictEnvironmentName;

/** Field errors of environment variables. */
export function validateEnv(
  variables: readonly EnvVar[] | undefined | null,
  path: string,
  rules: PodRules,
): Steps<FieldError[]> {
  const checked = nameCheck(rules);
  return errorsOfEach(variables, path, (variable, at) => {
    const { name = "" } = variable;
    const errors = name === "" ? [required(child(at, "name"))] : invalidBy(child(at, "name"), name, checked(name));
    return [...errors, ...validateValueFrom(variable, child(at, "valueFrom"))];
  });
}

function validateValueFrom({ valueFrom, value = "" }: EnvVar, path: string): FieldError[] {
  if (valueFrom === undefined || valueFrom === null) return [];
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
  const sources = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef].filter(
    (source) => source !== undefined && source !== null,
  );
  const errors: FieldError[] = [];
  if (fieldRef) append(errors, validateFieldRef(fieldRef, ENVIRONMENT_FIELDS, child(path, "fieldRef")));
  if (resourceFieldRef) {
    append(errors, validateResourceFieldRef(resourceFieldRef, false, child(path, "resourceFieldRef")));
  }
  if (configMapKeyRef) append(errors, validateKeyRef(configMapKeyRef, child(path, "configMapKeyRef")));
  if (secretKeyRef) append(errors, validateKeyRef(secretKeyRef, child(path, "secretKeyRef")));
  if (sources.length === 0) {
    errors.push(
      invalid(path, "", "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`"),
    );
  } else if (value !== "") {
    errors.push(invalid(path, "", "may not be specified when `value` is not empty"));
  } else if (sources.length > 1) {
    errors.push(invalid(path, "", "may not have more than one field specified at a time"));
  }
  return errors;
}

function validateKeyRef({ name = "", key = "" }: { name?: string; key?: string }, path: string): FieldError[] {
  const errors = invalidBy(child(path, "name"), name, checkSubdomain(name));
  return key === ""
    ? [...errors, required(child(path, "key"))]
    : [...errors, ...invalidBy(child(path, "key"), key, checkConfigKey(key))];
}

/** Field errors of `envFrom` sources. */
export function validateEnvFrom(
  sources: readonly EnvFromSource[] | undefined | null,
  path: string,
  rules: PodRules,
): Steps<FieldError[]> {
  const checked = nameCheck(rules);
  return errorsOfEach(sources, path, (source, at) => {
    const { prefix = "", configMapRef, secretRef } = source;
    const errors = prefix === "" ? [] : invalidBy(child(at, "prefix"), prefix, checked(prefix));
    let count = 0;
    for (const [field, reference] of [
      ["configMapRef", configMapRef],
      ["secretRef", secretRef],
    ] as const) {
      if (reference === undefined || reference === null) continue;
      count += 1;
      const name = reference.name ?? "";
      const namePath = child(child(at, field), "name");
      append(
        errors,
        name === "" ? [required(namePath)] : invalidBy(namePath, name, checkName("subdomain", name, true)),
      );
    }
    if (count === 0) errors.push(invalid(path, "", "must specify one of: `configMapRef` or `secretRef`"));
    if (count > 1) errors.push(invalid(path, "", "may not have more than one field specified at a time"));
    return errors;
  });
}
