import { amountIn } from "../../ground/formats/amountIn.ts";
import type { ObjectChange } from "../../store/cache/reader.ts";
import { keyOf, splitKey } from "../informers/objectKey.ts";
import { CLAIMS, type Claim, VOLUMES, type Volume } from "../volumes/kinds.ts";
import { requestedBytes } from "../volumes/matchVolume.ts";
import { type InformedParts, type RunningController, startController } from "./controller.ts";

const WAITING = "waiting for an external controller to expand this PVC";

/** The current capacity of a claim, in bytes. */
const had = ({ status }: Claim): number => amountIn(status?.capacity?.["storage"] ?? "0", false);

/**
 * Writes Events about claims to be expanded. The controllers no longer expand any kind of volume themselves: drivers do
 * that, and report their progress in the claim's status.
 */
export function volumeExpansionController(parts: InformedParts): RunningController {
  const { informers, recorder } = parts;
  const claims = informers.of(CLAIMS);
  const volumes = informers.of(VOLUMES);

  /** Only changes that increase the request or the capacity. */
  function* keys({ type, object, previous }: ObjectChange): Generator<string> {
    const claim = object as Claim;
    const before = previous as Claim | undefined;
    const grows = before === undefined || requestedBytes(claim) > requestedBytes(before) || had(claim) > had(before);
    if (type !== "deleted" && grows && claim.status?.phase === "Bound") yield keyOf(claim);
  }

  return startController(parts, {
    sources: [{ informer: claims, keys }],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const claim = claims.get(namespace, name) as Claim | undefined;
      if (claim === undefined || requestedBytes(claim) <= had(claim)) return undefined;
      const volume = volumes.get("", claim.spec?.volumeName ?? "") as Volume | undefined;
      if (volume?.spec?.claimRef?.uid !== claim.metadata.uid) return undefined;
      recorder.record(claim, "Normal", "ExternalExpanding", WAITING);
      return undefined;
    },
  });
}
