/** Realistic manifests in old versions and their expected conversions. For tests. */
import { access } from "./samples/access.ts";
import { autoscaling } from "./samples/autoscaling.ts";
import { cluster } from "./samples/cluster.ts";
import { definitions } from "./samples/definitions.ts";
import { networking } from "./samples/networking.ts";
import type { Sample } from "./samples/sample.ts";
import { workloads } from "./samples/workloads.ts";

/** A sample for nearly every row of the table; each can be created on a server after conversion. */
export const samples: readonly Sample[] = [
  ...workloads,
  ...networking,
  ...access,
  ...cluster,
  ...autoscaling,
  ...definitions,
];
