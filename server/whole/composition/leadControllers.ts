import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { startElector, type Term } from "../../acting/election/leaderElector.ts";
import { leaseLock } from "../../acting/election/leaseLock.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import { systemTimers } from "../../ground/timing/timers.ts";
import type { Foundation } from "./foundation.ts";

/**
 * Runs controllers: while this server leads, where several servers share the store, otherwise from now on.
 * @param client acts as the controller manager
 */
export function leadControllers(
  { options, vocabulary, now, log, lifetime }: Foundation,
  client: ApiClient,
  start: () => Term,
): void {
  if (options.readOnly || options.controllers.length === 0) return;
  if (!(options.leaderElect ?? options.etcdServers.length > 0)) {
    const controllers = start();
    lifetime.add(() => controllers.stop());
    return;
  }
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
      const controllers = start();
      tell("became leader");
      return {
        stop() {
          const stopped = controllers.stop();
          tell("stopped leading");
          return stopped;
        },
      };
    },
    onError,
  });
  lifetime.add(() => elector.stop());
}
