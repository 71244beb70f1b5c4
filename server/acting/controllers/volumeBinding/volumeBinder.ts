import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { CLAIMS, type Claim, VOLUMES, type Volume } from "../../volumes/kinds.ts";
import { classOf } from "../../volumes/storageClass.ts";
import { claimKeysOf } from "../../volumes/usedClaims.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { isFinished } from "../pods/podState.ts";
import { ClaimSync } from "./claimSync.ts";
import { bindingParts } from "./parts.ts";
import { Reclaiming } from "./reclaiming.ts";
import { recycledBy } from "./recycling.ts";
import { VolumeSync } from "./volumeSync.ts";

const PODS = { group: "", resource: "pods" };

/** Milliseconds after which waiting claims and volumes are checked again. */
const RESYNC = 15_000;
/** Maximum number of claims that a new volume or class wakes; the remaining claims are checked at the next resync. */
const WOKEN = 100;

const claimKey = (key: string): string => `claim ${key}`;
const volumeKey = (name: string | undefined): string => `volume ${name ?? ""}`;
const namedVolume = (claim: ApiObject): string[] => [(claim as Claim).spec?.volumeName || "-"];

/** Binds claims to volumes, requests volumes for claims, and reclaims volumes whose claims are gone. */
export function volumeBinderController(given: InformedParts): RunningController {
  const parts = bindingParts(given);
  const { annotations, candidates, informers, vocabulary } = parts;
  const claims = informers.of(CLAIMS);
  const volumes = informers.of(VOLUMES);
  const classes = informers.of({ group: vocabulary.render("storage.{domain}"), resource: "storageclasses" });
  const claimSync = new ClaimSync(parts);
  const reclaiming = new Reclaiming(parts);
  const volumeSync = new VolumeSync(parts, claimSync, reclaiming);

  /** An index function: the class of an unbound claim. */
  const wantedClass = (claim: ApiObject): string[] => {
    const { metadata, spec } = claim as Claim;
    const isBound = (spec?.volumeName ?? "") !== "" || metadata.annotations?.[annotations.bindCompleted] !== undefined;
    return isBound ? [] : [`class ${classOf(claim as Claim, annotations)}`];
  };
  const waitingClaims = (name: string): string[] =>
    claims
      .by(wantedClass, `class ${name}`)
      .slice(0, WOKEN)
      .map((claim) => claimKey(keyOf(claim)));

  const running = startController(parts, {
    // One key at a time, so that no two claims bind the same volume.
    concurrency: 1,
    needs: [
      claims.indexed(wantedClass),
      claims.indexed(namedVolume),
      candidates.indexed(),
      informers.of(PODS).indexed(claimKeysOf),
    ],
    sources: [
      {
        informer: claims,
        *keys({ type, object }: ObjectChange) {
          yield claimKey(keyOf(object));
          if (type !== "deleted") return;
          const { volumeName } = (object as Claim).spec ?? {};
          if (volumeName) yield volumeKey(volumeName);
          for (const { metadata } of candidates.meantFor(keyOf(object))) yield volumeKey(metadata.name);
        },
      },
      {
        informer: volumes,
        *keys({ type, object, previous }: ObjectChange) {
          const { metadata, spec, status } = object as Volume;
          yield volumeKey(metadata.name);
          if (spec?.claimRef) yield claimKey(`${spec.claimRef.namespace}/${spec.claimRef.name}`);
          const isNew = (previous as Volume | undefined)?.status?.phase !== status?.phase;
          if (type !== "deleted" && !isNew) return;
          for (const claim of claims.by(namedVolume, metadata.name ?? "")) yield claimKey(keyOf(claim));
          if (status?.phase === "Available") yield* waitingClaims(classOf(object as Volume, annotations));
        },
      },
      {
        informer: informers.of(PODS),
        *keys({ type, object }: ObjectChange) {
          const name = recycledBy(object);
          if (name === undefined) return;
          // A pod that failed was deleted here: the next attempt is due at the next resync.
          if (type === "deleted" ? reclaiming.isRecycling(name) : isFinished(object)) yield volumeKey(name);
        },
      },
      { informer: classes, keys: ({ object }) => [...waitingClaims(object.metadata.name ?? ""), ...waitingClaims("")] },
    ],
    async reconcile(key) {
      const isClaim = key.startsWith("claim ");
      const { namespace, name } = splitKey(isClaim ? key.slice("claim ".length) : `/${key.slice("volume ".length)}`);
      const object = isClaim ? claims.get(namespace, name) : volumes.get("", name);
      if (object === undefined) {
        if (!isClaim) await reclaiming.abandon(name);
        return undefined;
      }
      const waits = isClaim
        ? await claimSync.sync(decoded<Claim>(object))
        : await volumeSync.sync(decoded<Volume>(object));
      // The next round must see the bindings made in this round.
      await informers.fresh();
      return waits ? { requeueAfter: RESYNC } : undefined;
    },
  });
  return {
    settled: () => running.settled(),
    async stop() {
      await running.stop();
      reclaiming.stop();
    },
  };
}
