import type { Pod } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../shared/object.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { decoded } from "../../api/registry/strategies/narrow.ts";
import { keyOf, splitKey } from "../informers/objectKey.ts";
import { CLAIMS } from "../volumes/kinds.ts";
import { claimKeysOf, usedClaims } from "../volumes/usedClaims.ts";
import { type InformedParts, type RunningController, startController } from "./controller.ts";
import { controlledBy, controllerOf } from "./pods/ownership.ts";

const PODS = { group: "", resource: "pods" };

/** Creates the claims of ephemeral volumes, which have the lifetime of their pods. */
export function ephemeralVolumeController(parts: InformedParts): RunningController {
  const { client, informers, recorder } = parts;
  const pods = informers.of(PODS);
  const claims = informers.of(CLAIMS);

  async function ensureClaim(pod: ApiObject, volume: string, name: string): Promise<void> {
    const { namespace = "" } = pod.metadata;
    const known = claims.get(namespace, name);
    if (known !== undefined) {
      if (controllerOf(known)?.uid === pod.metadata.uid) return;
      throw new Error(`PVC ${namespace}/${name} was not created for pod ${keyOf(pod)} (pod is not owner)`);
    }
    const { volumes } = decoded<Pod>(pod).spec ?? {};
    const { metadata, spec } = volumes?.find((each) => each.name === volume)?.ephemeral?.volumeClaimTemplate ?? {};
    const creating = client.create(
      { ...CLAIMS, namespace },
      {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: {
          name,
          namespace,
          ownerReferences: [controlledBy({ ...pod, apiVersion: "v1", kind: "Pod" })],
          ...(metadata?.annotations === undefined ? {} : { annotations: metadata.annotations }),
          ...(metadata?.labels === undefined ? {} : { labels: metadata.labels }),
        },
        spec,
      },
    );
    await creating.catch((error: unknown) => {
      throw new Error(`create PVC ${name}: ${messageOf(error)}`, { cause: error });
    });
  }

  return startController(parts, {
    needs: [pods.indexed(claimKeysOf)],
    sources: [
      {
        informer: pods,
        keys: ({ type, object }) => (type !== "deleted" && isConcerned(object) ? [keyOf(object)] : []),
      },
      {
        informer: claims,
        keys: ({ type, object }) =>
          type === "deleted" ? pods.by(claimKeysOf, keyOf(object)).filter(isConcerned).map(keyOf) : [],
      },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const pod = pods.get(namespace, name);
      if (pod === undefined || !isConcerned(pod)) return undefined;
      for (const { volume, name: claim, isEphemeral } of usedOf(pod)) {
        if (!isEphemeral) continue;
        try {
          await ensureClaim(pod, volume, claim);
        } catch (error) {
          recorder.record(pod, "Warning", "FailedBinding", `ephemeral volume ${volume}: ${messageOf(error)}`);
          throw error;
        }
      }
      await informers.fresh();
      return undefined;
    },
  });
}

const usedOf = (pod: ApiObject) =>
  usedClaims({ spec: decoded<Pod>(pod).spec ?? { containers: [] }, name: pod.metadata.name ?? "" });

const isConcerned = (pod: ApiObject): boolean =>
  pod.metadata.deletionTimestamp === undefined && usedOf(pod).some(({ isEphemeral }) => isEphemeral);
