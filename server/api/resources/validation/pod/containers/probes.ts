/** Rules of probes and lifecycle hooks. */

import type { ExecAction, HTTPGetAction, Lifecycle, Probe } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../../../shared/errorsOfEach.ts";
import {
  child,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from "../../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../../shared/steps.ts";
import { checkHeaderName, invalidBy } from "../../../../../ground/formats/names/names.ts";
import { validateNonNegative, validatePortNumberOrName } from "../../../../../ground/formats/numbers.ts";
import { isOn } from "../../../../registry/features.ts";
import type { PodRules } from "../podRules.ts";

/** The possible actions: probes allow the first four, lifecycle hooks all but `grpc`. */
interface Handler {
  readonly exec?: ExecAction;
  readonly httpGet?: HTTPGetAction;
  readonly tcpSocket?: { readonly port?: number | string };
  readonly grpc?: { readonly port?: number };
  readonly sleep?: { readonly seconds?: number };
}

/** For probes, which have no action that depends on the pod. */
const NO_HOOK: HookScope = { graceSeconds: 0, rules: {} };

type ProbeKind = "liveness" | "readiness" | "startup";

const COUNTS = [
  "initialDelaySeconds",
  "timeoutSeconds",
  "periodSeconds",
  "successThreshold",
  "failureThreshold",
] as const;

/** Field errors of a probe. */
export function* validateProbe(kind: ProbeKind, probe: Probe | undefined | null, path: string): Steps<FieldError[]> {
  if (probe === undefined || probe === null) return [];
  const errors = yield* validateHandler(probe, NO_HOOK, path);
  for (const field of COUNTS) append(errors, validateNonNegative(probe[field], child(path, field)));
  const grace = probe.terminationGracePeriodSeconds ?? undefined;
  const gracePath = child(path, "terminationGracePeriodSeconds");
  if (grace !== undefined && grace <= 0) errors.push(invalid(gracePath, grace, "must be greater than 0"));
  if (kind === "readiness") {
    if (grace !== undefined) errors.push(invalid(gracePath, grace, "must not be set for readinessProbes"));
  } else if ((probe.successThreshold ?? 1) !== 1) {
    errors.push(invalid(child(path, "successThreshold"), probe.successThreshold, "must be 1"));
  }
  return errors;
}

/** The settings of the pod that hooks depend on. */
interface HookScope {
  /** The pod's grace period in seconds. */
  readonly graceSeconds: number;
  readonly rules: PodRules;
}

/** Field errors of the hooks of a container. */
export function* validateLifecycle(
  lifecycle: Lifecycle | undefined | null,
  scope: HookScope,
  path: string,
): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  for (const hook of ["postStart", "preStop"] as const) {
    const handler = lifecycle?.[hook];
    if (handler) append(errors, yield* validateHandler(handler, scope, child(path, hook)));
  }
  return errors;
}

function* validateHandler(handler: Handler, scope: HookScope, path: string): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  let count = 0;
  for (const field of ["exec", "httpGet", "tcpSocket", "grpc", "sleep"] as const) {
    if (handler[field] === undefined || handler[field] === null) continue;
    count += 1;
    const at = child(path, field);
    append(
      errors,
      count > 1
        ? [forbidden(at, "may not specify more than 1 handler type")]
        : yield* validateAction(handler, field, scope, at),
    );
  }
  if (count === 0) errors.push(required(path, "must specify a handler type"));
  return errors;
}

function* validateAction(handler: Handler, field: keyof Handler, scope: HookScope, path: string): Steps<FieldError[]> {
  switch (field) {
    case "exec":
      return (handler.exec?.command ?? []).length === 0 ? [required(child(path, "command"))] : [];
    case "httpGet":
      return yield* validateHttpGet(handler.httpGet ?? { port: 0 }, path);
    case "tcpSocket":
      return validatePortNumberOrName(handler.tcpSocket?.port ?? 0, child(path, "port"));
    case "grpc":
      return validatePortNumberOrName(handler.grpc?.port ?? 0, child(path, "port"));
    case "sleep":
      return validateSleep(handler.sleep?.seconds ?? 0, scope, path);
  }
}

const SCHEMES = ["HTTP", "HTTPS"];

function* validateHttpGet(action: HTTPGetAction, path: string): Steps<FieldError[]> {
  const scheme: string = action.scheme ?? "";
  return [
    ...((action.path ?? "") === "" ? [required(child(path, "path"))] : []),
    ...validatePortNumberOrName(action.port ?? 0, child(path, "port")),
    ...(SCHEMES.includes(scheme) ? [] : [notSupported(child(path, "scheme"), scheme, SCHEMES)]),
    ...(yield* errorsOfEach(action.httpHeaders, child(path, "httpHeaders"), ({ name = "" }) =>
      invalidBy(child(path, "httpHeaders"), name, checkHeaderName(name)),
    )),
  ];
}

function validateSleep(seconds: number, { graceSeconds, rules }: HookScope, path: string): FieldError[] {
  const mayBeZero = isOn(rules.features, "PodLifecycleSleepActionAllowZero");
  if (seconds >= (mayBeZero ? 0 : 1) && seconds <= graceSeconds) return [];
  const limit = `less than terminationGracePeriodSeconds (${graceSeconds})`;
  const detail = mayBeZero
    ? `must be non-negative and ${limit}`
    : `must be greater than 0 and ${limit}. Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.`;
  return [invalid(path, seconds, detail)];
}
