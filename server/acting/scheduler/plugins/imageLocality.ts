import type { SchedulerCache } from "../cache/schedulerCache.ts";
import { MAX_SCORE, type Plugin } from "../framework/plugin.ts";

const MIB = 1024 * 1024;
/**
 * Total image sizes below the lower bound and above the upper one score the same as the bounds (bytes per container for
 * the upper one).
 */
const LEAST = 23 * MIB;
const MOST = 1000 * MIB;

/** Names without a tag have the tag `latest`. */
const withTag = (image: string): string =>
  image.lastIndexOf(":") <= image.lastIndexOf("/") ? `${image}:latest` : image;

/**
 * Prefers nodes that already have the images. An image counts less if few nodes have it, so that pods do not
 * concentrate on these nodes.
 */
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
