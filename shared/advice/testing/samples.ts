/** Manifests in old versions, as people have them, and their expected conversion. For tests. */
import { access } from "./samples/access.ts";
import { autoscaling } from "./samples/autoscaling.ts";
import { cluster } from "./samples/cluster.ts";
import { definitions } from "./samples/definitions.ts";
import { networking } from "./samples/networking.ts";
import type { Sample } from "./samples/sample.ts";
import { workloads } from "./samples/workloads.ts";

/** One of nearly every row of the table, each creatable on a server once it is converted. */
export const samples: readonly Sample[] = [
  ...workloads,
  ...networking,
  ...access,
  ...cluster,
  ...autoscaling,
  ...definitions,
];
