import { messageOf } from "../../../shared/text/messageOf.ts";
import type { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";
import type { Authorizer } from "../../ground/rights/authorizer.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { createAuthorizationMetrics } from "./authorizationMetrics.ts";
import { type BuiltInParts, builtInAuthorizers } from "./builtInAuthorizers.ts";
import { followConfiguration } from "./config/followConfiguration.ts";
import type { AuthorizationPlan } from "./config/plan.ts";
import type { AuthorizerSettings } from "./config/settings.ts";
import { counted } from "./counted.ts";
import { mastersAuthorizer } from "./masters.ts";
import { unionAuthorizer } from "./union.ts";
import { connectWebhook } from "./webhook/connectWebhook.ts";

export interface AuthorizationParts extends BuiltInParts {
  readonly registry: MetricRegistry;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown, message: string) => void;
}

export interface Authorization {
  readonly authorizer: Authorizer;
  /** Stops following the configuration file, and closes kept connections. */
  stop(): void;
}

/** Authorizers in order, with a function that closes their connections. */
interface Chain {
  readonly authorizer: Authorizer;
  close(): void;
}

/**
 * The authorizers of a plan in order, preceded by the masters group, which may do everything. Changes of a
 * configuration file are followed.
 * @throws OptionError for a webhook that cannot be set up
 */
export async function setUpAuthorization(plan: AuthorizationPlan, parts: AuthorizationParts): Promise<Authorization> {
  const build = chainBuilder(plan, parts);
  let current: Chain;
  try {
    current = await build(plan.authorizers);
  } catch (error) {
    throw new OptionError(messageOf(error));
  }
  if (plan.file === undefined) return { authorizer: current.authorizer, stop: current.close };

  let stopped = false;
  const following = followConfiguration(plan.authorizers, plan.file, {
    ...parts,
    async use(settings) {
      const next = await build(settings);
      if (stopped) return next.close();
      // Calls under way keep their connections.
      current.close();
      current = next;
    },
    onError: (error) => parts.onError(error, "authorization configuration kept as it was"),
  });
  following.start();
  return {
    authorizer: {
      name: "configured",
      authorize: (user, attributes, request) => current.authorizer.authorize(user, attributes, request),
      rulesFor: (user, namespace) => current.authorizer.rulesFor?.(user, namespace) ?? NO_RULES,
    },
    stop() {
      stopped = true;
      following.stop();
      current.close();
    },
  };
}

const NO_RULES = { resourceRules: [], nonResourceRules: [], incomplete: false };

/** Creates a chain of authorizers from settings. Each chain has its own webhooks; all share the other authorizers. */
function chainBuilder(
  plan: AuthorizationPlan,
  parts: AuthorizationParts,
): (settings: readonly AuthorizerSettings[]) => Promise<Chain> {
  const metrics = createAuthorizationMetrics(parts.registry);
  const builtIn = builtInAuthorizers(plan, parts);
  return async (settings) => {
    const closers: (() => void)[] = [];
    const members: Authorizer[] = [mastersAuthorizer];
    for (const each of settings) {
      let authorizer: Authorizer;
      if (each.type === "Webhook") {
        const onError = (error: unknown): void => parts.onError(error, `authorization webhook ${each.name}`);
        const connected = await connectWebhook(each.name, each.webhook, { ...parts, metrics, onError });
        closers.push(connected.close);
        authorizer = connected.authorizer;
      } else {
        authorizer = builtIn(each.type);
      }
      members.push(counted(authorizer, each.type, each.name, metrics));
    }
    return {
      authorizer: unionAuthorizer(members),
      close() {
        for (const close of closers) close();
      },
    };
  };
}
