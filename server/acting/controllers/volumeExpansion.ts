import { messageOf } from "../../../shared/text/messageOf.ts";
import { amountIn } from "../../ground/formats/amountIn.ts";
import type { ObjectChange } from "../../store/cache/reader.ts";
import { keyOf, splitKey } from "../informers/objectKey.ts";
import { volumeAnnotations } from "../volumes/annotations.ts";
import { CLAIMS, type Claim, VOLUMES, type Volume } from "../volumes/kinds.ts";
import { requestedBytes } from "../volumes/matchVolume.ts";
import { type MigratedPlugin, migratedPluginOf } from "../volumes/migratedPlugins.ts";
import { type InformedParts, type RunningController, startController } from "./controller.ts";
import { expandOnNode } from "./nodeExpansion.ts";

const WAITING = "waiting for an external controller to expand this PVC";

/** The current capacity of a claim, in bytes. */
const had = ({ status }: Claim): number => amountIn(status?.capacity?.["storage"] ?? "0", false);

/**
 * Writes Events about claims to be expanded. External drivers expand most kinds of volumes, and report their progress in
 * the claim's status. A claim whose volume has a migrated plugin gets an annotation that names the driver. Only
 * FlexVolumes, which have no driver outside of the nodes, are expanded here.
 */
export function volumeExpansionController(parts: InformedParts): RunningController {
  const { client, informers, recorder, vocabulary } = parts;
  const { preResizeCapacity, resizer } = volumeAnnotations(vocabulary);
  const claims = informers.of(CLAIMS);
  const volumes = informers.of(VOLUMES);

  /** Only changes that increase the request or the capacity. */
  function* keys({ type, object, previous }: ObjectChange): Generator<string> {
    const claim = object as Claim;
    const before = previous as Claim | undefined;
    const grows = before === undefined || requestedBytes(claim) > requestedBytes(before) || had(claim) > had(before);
    if (type !== "deleted" && grows && claim.status?.phase === "Bound") yield keyOf(claim);
  }

  async function nameResizer(claim: Claim, { driver, plugin }: MigratedPlugin): Promise<void> {
    const record = (type: "Normal" | "Warning", message: string): void =>
      recorder.record(claim, type, "ExternalExpanding", message);
    const name = vocabulary.render(`{labelDomain}/${plugin}`);
    record("Normal", `CSI migration enabled for ${name}; waiting for external resizer to expand the pvc`);
    if (claim.metadata.annotations?.[resizer] === driver) return;
    const { namespace, name: claimName = "" } = claim.metadata;
    const ref = { ...CLAIMS, namespace, name: claimName, subresource: "status" };
    try {
      await client.patch(ref, { metadata: { annotations: { [resizer]: driver } } });
    } catch (error) {
      const failure = `error setting resizer annotation to pvc ${keyOf(claim)}`;
      record("Warning", `${failure}, with error ${messageOf(error)}`);
      throw error;
    }
  }

  return startController(parts, {
    sources: [{ informer: claims, keys }],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const claim = claims.get(namespace, name) as Claim | undefined;
      if (claim === undefined) return undefined;
      const volume = volumes.get("", claim.spec?.volumeName ?? "") as Volume | undefined;
      if (volume === undefined || volume.spec?.claimRef?.uid !== claim.metadata.uid) return undefined;
      const isGrowing = volume.metadata.annotations?.[preResizeCapacity] !== undefined;
      if (requestedBytes(claim) <= had(claim) && !isGrowing) return undefined;
      const migrated = migratedPluginOf(volume);
      if (migrated !== undefined) return void (await nameResizer(claim, migrated));
      const flexDriver = volume.spec?.flexVolume?.driver;
      if (flexDriver !== undefined) return void (await expandOnNode(parts, claim, volume, flexDriver));
      recorder.record(claim, "Normal", "ExternalExpanding", WAITING);
      return undefined;
    },
  });
}
