import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { electionMetrics } from "../../../acting/election/electionMetrics.ts";
import { startElector } from "../../../acting/election/leaderElector.ts";
import { leaseLock } from "../../../acting/election/leaseLock.ts";
import { sourceLog } from "../../../ground/observability/log/logSources.ts";
import { systemTimers } from "../../../ground/timing/timers.ts";
import type { Foundation } from "../foundation.ts";
import type { ActingComponent } from "./acting.ts";

/**
 * Runs the components that act on their own: each while this server is its leader, if several servers share the store;
 * otherwise from now on.
 */
export function leadActing(foundation: Foundation, components: readonly ActingComponent[]): void {
  const { options, lifetime } = foundation;
  if (options.readOnly) return;
  if (options.leaderElect ?? options.etcdServers.length > 0) {
    const leading = electionMetrics(foundation.metrics.registry);
    for (const component of components) lifetime.add(joinElection(foundation, component, leading));
    return;
  }
  for (const component of components) {
    const term = component.start();
    lifetime.add(() => term.stop());
  }
}

/** Participates in the leader election of one component. @returns a function that ends the participation */
function joinElection(
  { options, vocabulary, now, log: general }: Foundation,
  { name: component, lease: name, client, start }: ActingComponent,
  leading: ReturnType<typeof electionMetrics>,
): () => Promise<void> {
  const log = sourceLog(general, "leaderelection", options.vmodule);
  const identity = `${hostname()}_${randomUUID()}`;
  const namespace = options.leaderElectResourceNamespace || vocabulary.systemNamespace;
  const lock = leaseLock({ client, vocabulary, namespace, name, component });
  const onError = (err: unknown): void => log.warn({ err, lease: name }, "leader election failed");
  const recordEvent = (message: string): void => {
    log.info({ identity, lease: name }, message);
    void lock.recordEvent(`${identity} ${message}`, now()).catch(onError);
  };
  leading.set({ name }, 0);
  const elector = startElector({
    identity,
    lock,
    times: {
      leaseDuration: options.leaderElectLeaseDuration,
      renewDeadline: options.leaderElectRenewDeadline,
      retryPeriod: options.leaderElectRetryPeriod,
    },
    timers: systemTimers,
    now,
    random: Math.random,
    lead() {
      const acting = start();
      leading.set({ name }, 1);
      recordEvent("became leader");
      return {
        stop() {
          const stopped = acting.stop();
          leading.set({ name }, 0);
          recordEvent("stopped leading");
          return stopped;
        },
      };
    },
    onError,
  });
  return () => elector.stop();
}
