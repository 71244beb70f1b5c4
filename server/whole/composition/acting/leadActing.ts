import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { electionMetrics } from "../../../acting/election/electionMetrics.ts";
import { startElector, type Term } from "../../../acting/election/leaderElector.ts";
import { leaseLock } from "../../../acting/election/leaseLock.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { sourceLog } from "../../../ground/observability/logSources.ts";
import { systemTimers } from "../../../ground/timing/timers.ts";
import type { Foundation } from "../foundation.ts";
import { schedules } from "./placePods.ts";

/**
 * Runs the components that act by themselves: while this server leads, where several servers share the store, otherwise
 * from now on.
 * @param client acts as the controller manager
 */
export function leadActing(
  { options, vocabulary, now, log: general, lifetime, metrics }: Foundation,
  client: ApiClient,
  start: () => Term,
): void {
  const isSomebody = options.controllers.length > 0 || (options.simulatedNodes ?? 0) > 0 || schedules(options);
  if (options.readOnly || !isSomebody) return;
  if (!(options.leaderElect ?? options.etcdServers.length > 0)) {
    const acting = start();
    lifetime.add(() => acting.stop());
    return;
  }
  const log = sourceLog(general, "leaderelection", options.vmodule);
  const component = vocabulary.render("{prefix}-controller-manager");
  const identity = `${hostname()}_${randomUUID()}`;
  const name = options.leaderElectResourceName || component;
  const namespace = options.leaderElectResourceNamespace || vocabulary.systemNamespace;
  const lock = leaseLock({ client, vocabulary, namespace, name, component });
  const onError = (err: unknown): void => log.warn({ err, lease: name }, "leader election failed");
  const tell = (what: string): void => {
    log.info({ identity, lease: name }, what);
    void lock.tell(`${identity} ${what}`, now()).catch(onError);
  };
  const leading = electionMetrics(metrics.registry);
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
      tell("became leader");
      return {
        stop() {
          const stopped = acting.stop();
          leading.set({ name }, 0);
          tell("stopped leading");
          return stopped;
        },
      };
    },
    onError,
  });
  lifetime.add(() => elector.stop());
}
