import type { Volume } from "kubernetes-types/core/v1";
import type { ContainerDependencies } from "../containers/containerDependencies.ts";
import type { ImageUser } from "../images/imageStore.ts";

/** An image whose files are mounted as a volume; the type package does not have the type. */
export interface ImageVolumeSource {
  readonly reference?: string;
  readonly pullPolicy?: string;
}

/** The image of an image volume; undefined for any other volume. */
export const imageOf = (volume: Volume): ImageVolumeSource | undefined =>
  (volume as { readonly image?: ImageVolumeSource }).image;

/**
 * Pulls the images that a container mounts as volumes, and retries as long as necessary. Events about them belong to
 * the pod; the container's status shows why it waits.
 * @returns false when the container is no longer wanted
 */
export async function ensureImageVolumes(
  container: ImageUser,
  { images, credentials, pod, recorder }: ContainerDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const mounted = new Set((container.spec.volumeMounts ?? []).map(({ name }) => name));
  for (const volume of pod().spec.volumes ?? []) {
    const image = imageOf(volume);
    if (image === undefined || !mounted.has(volume.name)) continue;
    const { reference = "", pullPolicy = "IfNotPresent" } = image;
    const user: ImageUser = {
      spec: { name: volume.name, image: reference, imagePullPolicy: pullPolicy },
      recordEvent: (type, reason, message) => recorder.record(pod(), type, reason, message),
      wait: (reason, message) => container.wait(reason, message),
    };
    if (!(await images.ensure(user, signal, credentials))) return false;
  }
  return true;
}
