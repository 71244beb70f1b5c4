import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Features } from "../../api/registry/features.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { API_VERSION } from "../../serving/endpoints/nonResource/version.ts";
import type { InformedParts } from "../controllers/controller.ts";
import { accountIdentity } from "../controllers/manager.ts";
import { EventRecorder } from "../events/eventRecorder.ts";
import type { Informers } from "../informers/informers.ts";
import { diskAttacher } from "./attacher.ts";
import { diskDeleter } from "./deleter.ts";
import { DISK_ACCOUNT, PROVISIONER } from "./diskNames.ts";
import { diskProvisioner } from "./provisioner.ts";
import { diskResizer } from "./resizer.ts";

export interface SimulatedDisksParts {
  readonly informers: Informers;
  readonly vocabulary: Vocabulary;
  readonly timers: Timers;
  /** Feature gates. Default: their defaults. */
  readonly features?: Features | undefined;
  clientFor(identity: Identity, userAgent: string): ApiClient;
  /** Milliseconds since the epoch. */
  now(): number;
  onError(error: unknown, key: string): void;
}

/** Starts the components of simulated disks, as an installed storage driver would. */
export function startSimulatedDisks({ clientFor, ...given }: SimulatedDisksParts): { stop(): Promise<void> } {
  const { vocabulary, now, onError } = given;
  const client = clientFor(accountIdentity(vocabulary, DISK_ACCOUNT), `${PROVISIONER}/${API_VERSION.gitVersion}`);
  const recorder = new EventRecorder({ client, component: PROVISIONER, now, onError });
  const parts: InformedParts = { ...given, client, recorder };
  const running = [diskProvisioner, diskAttacher, diskResizer, diskDeleter].map((start) => start(parts));
  return {
    async stop() {
      await Promise.all(running.map((each) => each.stop()));
      await recorder.stop();
    },
  };
}
