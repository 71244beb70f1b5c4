import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { AuditTrail } from "../../ground/request/auditTrail.ts";
import type { RequestContext } from "../../ground/request/context.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import {
  type AuditEvent,
  type AuditedObject,
  type AuditedStatus,
  type AuditStage,
  type AuditUser,
  atLeast,
  auditUser,
  microTime,
  stagedEvent,
} from "./auditEvent.ts";
import { bodyText, patchText } from "./bodyText.ts";
import type { AuditSettings } from "./policy.ts";
import { objectOf, requestFacts, withoutEmpty } from "./requestFacts.ts";
import type { AuditSink } from "./sinks/auditSink.ts";

/** What all records share. */
export interface AuditDependencies {
  readonly vocabulary: Vocabulary;
  readonly sink: AuditSink;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called for every event that is sent to the sink. */
  readonly onEvent: () => void;
}

/** Annotations by key, made before the level is known; a key may be set several times. */
export type Annotations = Map<string, string>;

/** The audit record of one request: collects facts, and sends an event to the sink at each stage. */
export class AuditRecord implements AuditTrail {
  readonly settings: AuditSettings;
  readonly #dependencies: AuditDependencies;
  readonly #annotations: Annotations;
  readonly #head: Pick<
    AuditEvent,
    "level" | "auditID" | "requestURI" | "verb" | "user" | "sourceIPs" | "userAgent" | "requestReceivedTimestamp"
  >;
  #object: AuditedObject | undefined;
  #impersonated: AuditUser | undefined;
  #status: AuditedStatus | undefined;
  #sent: string | undefined;
  #answered: string | undefined;

  /** @param user undefined when the caller could not be authenticated */
  constructor(
    context: RequestContext,
    user: Identity | undefined,
    settings: AuditSettings,
    annotations: Annotations,
    dependencies: AuditDependencies,
  ) {
    this.settings = settings;
    this.#dependencies = dependencies;
    this.#annotations = annotations;
    this.#object = objectOf(context);
    this.#head = {
      level: settings.level,
      auditID: context.id,
      verb: context.info.verb,
      user: user === undefined ? {} : auditUser(user),
      requestReceivedTimestamp: microTime(context.received),
      ...requestFacts(context),
    };
  }

  /** Sets an annotation, unless the key already has a value. */
  annotate(key: string, value: string, level?: "Request"): void {
    if (level !== undefined && !atLeast(this.settings.level, level)) return;
    if (!this.#annotations.has(key)) this.#annotations.set(key, value);
  }

  impersonated(user: Identity): void {
    this.#impersonated = auditUser(user);
  }

  decided(decision: "allow" | "forbid" | "error", reason: string): void {
    const { vocabulary } = this.#dependencies;
    if (decision !== "error") this.annotate(vocabulary.render("authorization.{domain}/decision"), decision);
    this.annotate(vocabulary.render("authorization.{domain}/reason"), reason);
  }

  deprecated(removedIn?: string): void {
    const { vocabulary } = this.#dependencies;
    this.annotate(vocabulary.render("{domain}/deprecated"), "true");
    if (removedIn !== undefined) this.annotate(vocabulary.render("{domain}/removed-release"), removedIn);
  }

  sent(object: Readonly<Partial<ApiObject>>): void | Promise<void> {
    const { namespace, name, uid, resourceVersion } = object.metadata ?? {};
    const ref = this.#object ?? {};
    this.#object = {
      ...ref,
      namespace: ref.namespace || namespace || "",
      name: ref.name || name || "",
      uid: ref.uid || uid || "",
      resourceVersion: ref.resourceVersion || resourceVersion || "",
    };
    if (!atLeast(this.settings.level, "Request")) return undefined;
    return this.#print(object, (text) => {
      this.#sent = text;
    });
  }

  async sentPatch(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    if (atLeast(this.settings.level, "Request")) this.#sent = await patchText(bytes, signal);
  }

  /** @param object returns the response object; only called if the level records it */
  answered(status: AuditedStatus, object?: () => Readonly<Record<string, unknown>> | undefined): void | Promise<void> {
    this.#status = status;
    this.#answered = undefined;
    const shown = atLeast(this.settings.level, "RequestResponse") ? object?.() : undefined;
    if (shown === undefined) return undefined;
    return this.#print(shown, (text) => {
      this.#answered = text;
    });
  }

  /** Encodes a body and keeps the text: synchronously, unless the body is large. */
  #print(object: Readonly<Record<string, unknown>>, keep: (text: string) => void): void | Promise<void> {
    const text = inTurns(bodyText(object, this.settings.omitManagedFields));
    return text instanceof Promise ? text.then(keep) : keep(text);
  }

  /** Sends the event of a stage to the sink, unless the policy omits the stage. Returns whether it was recorded. */
  emit(stage: AuditStage): boolean | Promise<boolean> {
    if (this.settings.omitStages.has(stage)) return true;
    const { vocabulary, sink, now, onEvent } = this.#dependencies;
    const object = this.#object;
    const event: AuditEvent = {
      level: this.#head.level,
      auditID: this.#head.auditID,
      stage,
      requestURI: this.#head.requestURI,
      verb: this.#head.verb,
      user: this.#head.user,
      ...(this.#impersonated === undefined ? {} : { impersonatedUser: this.#impersonated }),
      sourceIPs: this.#head.sourceIPs,
      userAgent: this.#head.userAgent,
      ...(object === undefined ? {} : { objectRef: withoutEmpty(object) }),
      ...(this.#status === undefined ? {} : { responseStatus: this.#status }),
      ...(this.#sent === undefined ? {} : { requestObject: this.#sent }),
      ...(this.#answered === undefined ? {} : { responseObject: this.#answered }),
      requestReceivedTimestamp: this.#head.requestReceivedTimestamp,
      stageTimestamp: stage === "RequestReceived" ? this.#head.requestReceivedTimestamp : microTime(now()),
      annotations: Object.fromEntries(this.#annotations),
    };
    onEvent();
    return sink.process([stagedEvent(event, vocabulary.render("audit.{domain}"))]);
  }
}
