import type { SchedulerCache } from "../cache/schedulerCache.ts";
import { MAX_SCORE, type Plugin } from "../framework/plugin.ts";

const MIB = 1024 * 1024;
/** Images that are smaller in all make no difference; from the size of the largest on, more makes none (bytes a container). */
const LEAST = 23 * MIB;
const MOST = 1000 * MIB;

/** Names without a tag stand for the latest. */
const withTag = (image: string): string =>
  image.lastIndexOf(":") <= image.lastIndexOf("/") ? `${image}:latest` : image;

/** Prefers nodes that have the images already; the fewer nodes have one, the less it counts, so that nodes do not heat up. */
export const imageLocality = (cache: SchedulerCache): Plugin => ({
  name: "ImageLocality",
  prepareScore({ spec }) {
    const images = [...(spec.initContainers ?? []), ...spec.containers].map(({ image = "" }) => withTag(image));
    const total = cache.nodes.length;
    const most = MOST * images.length;
    return {
      score(node) {
        if (node.images.size === 0) return 0;
        let sum = 0;
        for (const image of images) {
          const size = node.images.get(image);
          if (size !== undefined) sum += Math.trunc(size * (cache.nodesWithImage(image) / total));
        }
        const counted = Math.min(Math.max(sum, LEAST), most);
        return Math.trunc((MAX_SCORE * (counted - LEAST)) / (most - LEAST));
      },
    };
  },
});
