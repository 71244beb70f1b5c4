import type { ApiObject, GroupResource } from "../../../../shared/object.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { ClientPool } from "../../webhook/clientPool.ts";
import type { CompileCondition } from "./conditions.ts";
import { compileWebhooks, type Webhook, type WebhookDeclaration } from "./webhook.ts";

export interface WebhookSourceOptions {
  readonly reader: ObjectReader;
  /** Mutating or validating webhook configurations. */
  readonly resource: GroupResource;
  readonly pool: ClientPool;
  readonly compileCondition: CompileCondition;
}

/** The current webhooks of all configurations of one kind. */
export interface WebhookSource {
  /** Sorted by the name of the configuration, then in its order. Compiled at most once per change. */
  webhooks(): readonly Webhook[];
  stop(): void;
}

const NONE: readonly Webhook[] = [];

const declarationsOf = (object: ApiObject): readonly WebhookDeclaration[] =>
  (object["webhooks"] ?? []) as readonly WebhookDeclaration[];

export function webhookSource({ reader, resource, pool, compileCondition }: WebhookSourceOptions): WebhookSource {
  const compiled = new WeakMap<ApiObject, Webhook[]>();
  let current = NONE;
  let stale = true;
  const unfollow = reader.follow(resource, () => {
    stale = true;
  });
  const compile = (object: ApiObject): Webhook[] => {
    let webhooks = compiled.get(object);
    if (webhooks === undefined) {
      const parts = { compileCondition, client: pool.client };
      webhooks = compileWebhooks(object.metadata.name ?? "", declarationsOf(object), parts);
      compiled.set(object, webhooks);
    }
    return webhooks;
  };
  return {
    webhooks() {
      if (stale) {
        const configurations = [...reader.list(resource)].sort(byName);
        current = configurations.flatMap(compile);
        pool.keepOnly(
          configurations.flatMap((object) => declarationsOf(object).map((each) => each.clientConfig ?? {})),
        );
        stale = false;
      }
      return current;
    },
    stop() {
      unfollow();
      pool.keepOnly([]);
    },
  };
}

const byName = (a: ApiObject, b: ApiObject): number =>
  Buffer.compare(Buffer.from(a.metadata.name ?? ""), Buffer.from(b.metadata.name ?? ""));
