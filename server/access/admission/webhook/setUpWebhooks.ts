import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { Catalog } from "../../../api/registry/catalog.ts";
import type { Features } from "../../../api/registry/features.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import { sameObjects } from "../../../model/schema/semanticEquality.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { createClientPool } from "../../webhook/clientPool.ts";
import type { OwnService } from "../../webhook/ownService.ts";
import { type PodDialer, serviceAddresses } from "../../webhook/serviceAddress.ts";
import type { Equivalents } from "../matching/equivalents.ts";
import { mutatedDecoder } from "../mutation/decodeMutated.ts";
import { type CompileCondition, noExpressions } from "./conditions.ts";
import { mutatingWebhooks } from "./mutatingWebhooks.ts";
import { validatingWebhooks } from "./validatingWebhooks.ts";
import type { CredentialsFor } from "./webhookCredentials.ts";
import { noWebhookMetrics, webhookMetrics } from "./webhookMetrics.ts";
import { type WebhookSource, webhookSource } from "./webhookSource.ts";

export interface WebhookParts {
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  readonly catalog: Catalog;
  readonly schema: Schema;
  readonly equivalents: Equivalents;
  /** Which features are on. Default: each feature's default. */
  readonly features?: Features;
  /** Registry for metrics about calls. Default: no metrics. */
  readonly registry?: MetricRegistry;
  /** Compiles match conditions. Default {@link noExpressions}. */
  readonly compileCondition?: CompileCondition;
  /** Access to pods that webhooks may run in. Default: none. */
  readonly dialer?: PodDialer;
  /** The server's credentials for webhooks of either plugin. Default: none. */
  readonly credentials?: { readonly mutating: CredentialsFor; readonly validating: CredentialsFor };
  /** This server, for webhooks behind its own service. Default: the own service is called like any other. */
  readonly ownService?: OwnService;
  /** Registers a function that closes connections when the server stops. */
  onStop?(end: () => void): void;
}

/** The two plugins that call admission webhooks. They follow the webhook configurations from now on. */
export function setUpWebhooks(parts: WebhookParts): {
  readonly mutating: AdmissionPlugin;
  readonly validating: AdmissionPlugin;
} {
  const { reader, vocabulary, catalog, schema, equivalents, compileCondition = noExpressions } = parts;
  const group = vocabulary.render("admissionregistration.{domain}");
  const resolveService = serviceAddresses(reader, vocabulary, parts.dialer);
  const userAgent = vocabulary.render("{prefix}-apiserver-admission");
  const source = (resource: string, credentials: CredentialsFor | undefined): WebhookSource => {
    const pool = createClientPool({
      userAgent,
      resolveService,
      ...(credentials === undefined ? {} : { credentials }),
      ...(parts.ownService === undefined ? {} : { ownService: parts.ownService }),
    });
    const made = webhookSource({ reader, resource: { group, resource }, pool, compileCondition });
    parts.onStop?.(() => made.stop());
    return made;
  };
  const stopping = new AbortController();
  parts.onStop?.(() => stopping.abort());
  const dependencies = {
    stopped: stopping.signal,
    reader,
    vocabulary,
    equivalents,
    decodeMutated: mutatedDecoder(schema, catalog, parts.features),
    isSame: sameObjects(schema),
    clock: () => performance.now(),
  };
  const metrics = parts.registry === undefined ? noWebhookMetrics : webhookMetrics(parts.registry);
  return {
    mutating: mutatingWebhooks(
      source("mutatingwebhookconfigurations", parts.credentials?.mutating),
      dependencies,
      metrics("admit"),
    ),
    validating: validatingWebhooks(
      source("validatingwebhookconfigurations", parts.credentials?.validating),
      dependencies,
      metrics("validating"),
    ),
  };
}
