import type { Node } from "kubernetes-types/core/v1";
import type { StorageClass } from "kubernetes-types/storage/v1";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { quoted } from "../../../shared/text/quoted.ts";
import { isOn } from "../../api/registry/features.ts";
import { decoded } from "../../api/registry/strategies/narrow.ts";
import { type InformedParts, type RunningController, startController } from "../controllers/controller.ts";
import { keyOf, splitKey } from "../informers/objectKey.ts";
import { volumeAnnotations } from "../volumes/annotations.ts";
import { CLAIMS, type Claim, VOLUMES } from "../volumes/kinds.ts";
import { classOf } from "../volumes/storageClass.ts";
import { PROVISIONER } from "./diskNames.ts";
import { newVolume, volumeNameOf } from "./newVolume.ts";

/** Milliseconds until a missing class is looked up again. */
const RETRY = 15_000;

/** Creates simulated disks for the claims that the binder has marked for them. */
export function diskProvisioner(parts: InformedParts): RunningController {
  const { client, features, informers, recorder, vocabulary } = parts;
  const isKept = isOn(features, "HonorPVReclaimPolicy");
  const annotations = volumeAnnotations(vocabulary);
  const claims = informers.of(CLAIMS);
  const volumes = informers.of(VOLUMES);
  const nodes = informers.of({ group: "", resource: "nodes" });
  const classes = informers.of({ group: vocabulary.render("storage.{domain}"), resource: "storageclasses" });
  const zoneLabel = vocabulary.render("topology.{labelDomain}/zone");

  const isOurs = ({ metadata, spec }: Claim): boolean =>
    metadata.annotations?.[annotations.provisioner] === PROVISIONER &&
    (spec?.volumeName ?? "") === "" &&
    metadata.deletionTimestamp === undefined;

  /** Lets the scheduler choose another node. */
  async function giveUpNode(claim: Claim): Promise<void> {
    const { [annotations.selectedNode]: node, ...rest } = claim.metadata.annotations ?? {};
    const { namespace, name } = claim.metadata;
    fail(claim, `failed to get target node: nodes ${quoted(node ?? "")} not found`);
    await client.update(
      { ...CLAIMS, namespace, name },
      { ...claim, metadata: { ...claim.metadata, annotations: rest } },
    );
  }

  const fail = (claim: Claim, detail: string): void => {
    const storageClass = quoted(classOf(claim, annotations));
    const message = `failed to provision volume with StorageClass ${storageClass}: ${detail}`;
    recorder.record(claim, "Warning", "ProvisioningFailed", message);
  };

  async function make(claim: Claim, storageClass: StorageClass, node: Node | undefined): Promise<void> {
    const key = keyOf(claim);
    const title = `External provisioner is provisioning volume for claim ${quoted(key)}`;
    recorder.record(claim, "Normal", "Provisioning", title);
    const volume = newVolume({ claim, storageClass, node, annotations, zoneLabel, isKept });
    try {
      await client.create(VOLUMES, volume);
    } catch (error) {
      if (!isApiError(error, "AlreadyExists")) throw error;
    }
    const { name } = volume.metadata;
    recorder.record(claim, "Normal", "ProvisioningSucceeded", `Successfully provisioned volume ${name}`);
  }

  return startController(parts, {
    sources: [{ informer: claims, keys: ({ object }) => (isOurs(object as Claim) ? [keyOf(object)] : []) }],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const object = claims.get(namespace, name);
      if (object === undefined || !isOurs(object as Claim)) return undefined;
      const claim = decoded<Claim>(object);
      if (volumes.get("", volumeNameOf(claim)) !== undefined) return undefined;
      const storageClass = read<StorageClass>(classes.get("", classOf(claim, annotations)));
      if (storageClass === undefined) return { requeueAfter: RETRY };
      const selected = claim.metadata.annotations?.[annotations.selectedNode];
      if (storageClass.volumeBindingMode === "WaitForFirstConsumer" && selected === undefined) return undefined;
      const node = selected === undefined ? undefined : read<Node>(nodes.get("", selected));
      if (selected !== undefined && node === undefined) {
        await giveUpNode(claim);
      } else if (claim.spec?.selector !== undefined) {
        fail(claim, "claim Selector is not supported");
      } else await make(claim, storageClass, node);
      await informers.fresh();
      return undefined;
    },
  });
}

const read = <T>(object: ApiObject | undefined): T | undefined => object && decoded<T>(object);
