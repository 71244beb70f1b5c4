import { type ApiError, isApiError, type Status } from "../../../shared/status.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import {
  type Answer,
  type Filter,
  type FullAnswer,
  isFull,
  isRelayed,
  isStream,
  type RequestContext,
} from "../../ground/request/context.ts";
import { isLongRunning } from "../../ground/request/longRunning.ts";
import { internalErrorPage } from "../../ground/request/plainText.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import type { Schema } from "../../model/schema/schema.ts";
import { attributesOf } from "../authorization/requestAttributes.ts";
import { type AuditedStatus, atLeast, auditedStatus } from "./auditEvent.ts";
import type { AuditMetrics } from "./auditMetrics.ts";
import { type Annotations, type AuditDependencies, AuditRecord } from "./auditRecord.ts";
import { answeredObject } from "./bodyText.ts";
import type { EvaluatePolicy } from "./policy.ts";

/** The dependencies of the filters. */
export interface AuditParts extends AuditDependencies {
  readonly policy: EvaluatePolicy;
  readonly schema: Schema;
  readonly metrics: AuditMetrics;
}

/** The two audit filters, by their position in the filter chain. */
export interface AuditFilters {
  /**
   * Around authentication: records requests that are refused before their user is known, and keeps annotations from
   * before a request's level is known.
   */
  readonly outer: Filter;
  /**
   * Between authentication and all filters that may refuse the request: evaluates the policy once per request, and
   * records an event at each stage.
   */
  readonly inner: Filter;
}

export function auditFilters(parts: AuditParts): AuditFilters {
  const early = new WeakMap<RequestContext, Annotations>();
  const outer: Filter = (next) => async (context) => {
    const annotations: Annotations = new Map();
    early.set(context, annotations);
    context.annotate = (key, value) => void annotations.set(key, value);
    try {
      return await next(context);
    } catch (error) {
      // Requests that reached the inner filter are already recorded.
      if (early.has(context)) await recordRefusal(parts, context, annotations, error);
      throw error;
    }
  };
  const inner: Filter = (next) => async (context) => {
    const annotations = early.get(context) ?? new Map<string, string>();
    early.delete(context);
    context.annotate = undefined;
    const settings = parts.policy(attributesOf(context, false), context.user);
    parts.metrics.level(settings.level);
    if (settings.level === "None") return next(context);
    const record = new AuditRecord(context, context.user, settings, annotations, parts);
    if (!(await record.emit("RequestReceived"))) {
      parts.metrics.rejected();
      return internalErrorPage(context, "failed to store audit event");
    }
    context.audit = record;
    context.annotate = (key, value, level) => record.annotate(key, value, level);
    let answer: Answer;
    try {
      answer = await next(context);
    } catch (error) {
      await recordFailure(record, context, error);
      throw error;
    }
    return recordAnswer(record, context, answer, parts.schema);
  };
  return { outer, inner };
}

async function recordRefusal(
  parts: AuditParts,
  context: RequestContext,
  annotations: Annotations,
  error: unknown,
): Promise<void> {
  const settings = parts.policy(attributesOf(context, false), undefined);
  parts.metrics.level(settings.level);
  if (settings.level === "None" || !isApiError(error)) return;
  const record = new AuditRecord(context, undefined, settings, annotations, parts);
  await answerWith(record, error);
  await record.emit("ResponseStarted");
}

async function recordFailure(record: AuditRecord, context: RequestContext, error: unknown): Promise<void> {
  if (isApiError(error)) {
    await answerWith(record, error);
    if (isLongRunning(context)) await record.emit("ResponseStarted");
    await record.emit("ResponseComplete");
    return;
  }
  const message = messageOf(error);
  record.answered({ status: "Failure", message: `APIServer panic'd: ${message}`, reason: "InternalError", code: 500 });
  await record.emit("Panic");
}

const answerWith = (record: AuditRecord, { status }: ApiError): void | Promise<void> =>
  record.answered(auditedStatus(status), () => ({ ...status }));

async function recordAnswer(
  record: AuditRecord,
  context: RequestContext,
  answer: Answer,
  schema: Schema,
): Promise<Answer> {
  if (isFull(answer)) {
    await describe(record, context, answer, schema);
    if (isLongRunning(context)) await record.emit("ResponseStarted");
    await record.emit("ResponseComplete");
    return answer;
  }
  const switches = context.webSocket && isStream(answer);
  record.answered({ code: switches ? 101 : answer.status });
  // A relayed response comes from another server: only the request shows whether it is long-running.
  if (!isRelayed(answer) || isLongRunning(context)) await record.emit("ResponseStarted");
  const complete = (): void => void record.emit("ResponseComplete");
  if (context.signal.aborted) complete();
  else context.signal.addEventListener("abort", complete, { once: true });
  return answer;
}

/** Responses up to this size, in bytes, may be a success Status, whose details are recorded at every level. */
const STATUS_SIZE = 4096;

async function describe(
  record: AuditRecord,
  context: RequestContext,
  answer: FullAnswer,
  schema: Schema,
): Promise<void> {
  const { status: code, body } = answer;
  const wanted = atLeast(record.settings.level, "RequestResponse") && /^\/apis?(\/|$)/.test(context.path);
  const changes = context.method !== "GET" && context.method !== "HEAD";
  const small = typeof body === "string" || body instanceof Uint8Array ? body.length <= STATUS_SIZE : false;
  const object = wanted || (changes && small) ? await inTurns(answeredObject(answer, schema)) : undefined;
  await record.answered(statusOf(object, code), () => (wanted ? object : undefined));
}

const statusOf = (object: Readonly<Record<string, unknown>> | undefined, code: number): AuditedStatus =>
  object?.["kind"] === "Status" ? { ...auditedStatus(object as unknown as Status), code } : { code };
