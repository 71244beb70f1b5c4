import { fromStructured, type StructuredSelector } from "../../../../shared/selectors/labelSelector.ts";
import type { RequestRule } from "../../../api/registry/admission/rules.ts";
import type { ClientConfig } from "../../webhook/clientPool.ts";
import type { WebhookClient } from "../../webhook/webhookClient.ts";
import type { MatchCriteria } from "../matching/matchRequest.ts";
import { type CompileCondition, type Condition, compileConditions } from "./conditions.ts";

/** `webhooks[*]` of a stored configuration, both kinds. */
export interface WebhookDeclaration {
  readonly name?: string;
  readonly clientConfig?: ClientConfig;
  readonly rules?: readonly RequestRule[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: StructuredSelector;
  readonly objectSelector?: StructuredSelector;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly reinvocationPolicy?: string;
  readonly matchConditions?: readonly { readonly name?: string; readonly expression?: string }[];
}

/** One webhook, ready to be called. */
export interface Webhook extends MatchCriteria {
  readonly configuration: string;
  readonly name: string;
  /** Distinguishes webhooks of the same name, and stays the same when other parts of the configuration change. */
  readonly id: string;
  readonly conditions: readonly Condition[];
  readonly failurePolicy: "Fail" | "Ignore";
  readonly sideEffects: string | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  /** The first version in its list that this server supports. */
  readonly reviewVersion: "v1" | "v1beta1" | undefined;
  readonly reinvocable: boolean;
  /** @throws WebhookError `configuration` */
  client(): WebhookClient;
}

/** What compiling a configuration depends on. */
export interface CompileParts {
  readonly compileCondition: CompileCondition;
  /** Returns the client for an endpoint; equal endpoints share a client. @throws WebhookError `configuration` */
  client(config: ClientConfig): WebhookClient;
}

const DEFAULT_SECONDS = 10;

/** The webhooks of one configuration, in its order. */
export function compileWebhooks(
  configuration: string,
  declarations: readonly WebhookDeclaration[],
  parts: CompileParts,
): Webhook[] {
  const seen = new Map<string, number>();
  return declarations.map((declaration) => {
    const { name = "", clientConfig = {}, admissionReviewVersions = [] } = declaration;
    const number = seen.get(name) ?? 0;
    seen.set(name, number + 1);
    return {
      configuration,
      name,
      id: `${configuration}/${name}/${number}`,
      rules: declaration.rules ?? [],
      matchPolicy: declaration.matchPolicy === "Exact" ? "Exact" : "Equivalent",
      namespaceSelector: fromStructured(declaration.namespaceSelector ?? {}),
      objectSelector: fromStructured(declaration.objectSelector ?? {}),
      conditions: compileConditions(declaration.matchConditions ?? [], parts.compileCondition),
      failurePolicy: declaration.failurePolicy === "Ignore" ? "Ignore" : "Fail",
      sideEffects: declaration.sideEffects,
      timeout: (declaration.timeoutSeconds ?? DEFAULT_SECONDS) * 1000,
      reviewVersion: admissionReviewVersions.find((version) => version === "v1" || version === "v1beta1"),
      reinvocable: declaration.reinvocationPolicy === "IfNeeded",
      client: () => parts.client(clientConfig),
    };
  });
}
