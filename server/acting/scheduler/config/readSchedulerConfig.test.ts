import { describe, expect, it } from "vitest";
import { loadSchema } from "../../../model/schema/schema.ts";
import { defaultConfig } from "./defaultConfig.ts";
import { readSchedulerConfig } from "./readSchedulerConfig.ts";
import type { ProfileConfig } from "./schedulerConfig.ts";

const schema = loadSchema();
const HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";
const read = (text: string) => readSchedulerConfig(HEAD + text, schema);
const profile = async (text: string): Promise<ProfileConfig> => {
  const { profiles } = await read(`profiles:\n- ${text}`);
  const [only] = profiles;
  if (only === undefined) throw new Error("no profile");
  return only;
};
const names = (plugins: readonly { readonly name: string }[]): string[] => plugins.map(({ name }) => name);

describe("readSchedulerConfig", () => {
  it("applies defaults for omitted fields", async () => {
    expect(await read("")).toEqual(defaultConfig());
    expect(await read("leaderElection: {leaderElect: false}\nparallelism: 8")).toEqual(defaultConfig());
  });

  it("reads several profiles and the queue's backoff times", async () => {
    const text =
      "podInitialBackoffSeconds: 2\npodMaxBackoffSeconds: 20\npercentageOfNodesToScore: 70\nprofiles: [{schedulerName: a}, {schedulerName: b, percentageOfNodesToScore: 30}]";
    expect(await read(text)).toMatchObject({
      podInitialBackoff: 2000,
      podMaxBackoff: 20_000,
      profiles: [
        { schedulerName: "a", percentageOfNodesToScore: 70 },
        { schedulerName: "b", percentageOfNodesToScore: 30 },
      ],
    });
  });

  it("merges plugins: disabled at one extension point or at all, with other weights", async () => {
    const { plugins } = await profile(
      "plugins: {score: {disabled: [{name: ImageLocality}, {name: NodeResourcesFit}], enabled: [{name: NodeResourcesFit, weight: 9}]}, multiPoint: {disabled: [{name: NodePorts}]}}",
    );
    expect(names(plugins.filter)).not.toContain("NodePorts");
    expect(names(plugins.filter)).toContain("NodeResourcesFit");
    expect(names(plugins.score)).not.toContain("ImageLocality");
    expect(plugins.score.at(-1)).toEqual({ name: "NodeResourcesFit", weight: 9 });
  });

  it("disables all default plugins with a star", async () => {
    const { plugins } = await profile(
      'plugins: {multiPoint: {disabled: [{name: "*"}], enabled: [{name: NodeName}, {name: PrioritySort}, {name: DefaultBinder}]}}',
    );
    expect([names(plugins.filter), plugins.score, plugins.postFilter]).toEqual([["NodeName"], [], []]);
  });

  it("reads plugin arguments", async () => {
    const { args } = await profile(
      "pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 3}]}}}, {name: InterPodAffinity, args: {hardPodAffinityWeight: 7}}, {name: NodeAffinity, args: {addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}]}}}}]",
    );
    expect(args).toMatchObject({
      fit: { scoringStrategy: { type: "MostAllocated", resources: [{ name: "cpu", weight: 3 }] } },
      interPodAffinity: { hardPodAffinityWeight: 7 },
      nodeAffinity: {
        added: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: "a" }] }] },
        },
      },
    });
  });

  it.each([
    ["profile: []", 'strict decoding error: unknown field "profile"'],
    ["podMaxBackoffSeconds: 0", "podMaxBackoffSeconds: Invalid value: 0: must be at least 1"],
    ["percentageOfNodesToScore: 101", "percentageOfNodesToScore: Invalid value: 101: must be in the range [0-100]"],
    ["extenders: [{urlPrefix: http://x}]", "extenders: Forbidden: this scheduler asks none"],
    ["profiles: [{schedulerName: a}, {schedulerName: a}]", 'profiles[1].schedulerName: Duplicate value: "a"'],
    ["profiles: [{}, {schedulerName: a}]", "profiles[0].schedulerName: Required value"],
    ["profiles: [{plugins: {filter: {enabled: [{name: Nope}]}}}]", 'profiles[0]: plugin "Nope" does not exist'],
    [
      "profiles: [{plugins: {filter: {enabled: [{name: ImageLocality}]}}}]",
      'profiles[0]: plugin "ImageLocality" does not extend filter',
    ],
    [
      "profiles: [{plugins: {bind: {disabled: [{name: DefaultBinder}]}}}]",
      "profiles[0]: at least one bind plugin is needed: there is only DefaultBinder",
    ],
    [
      "profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {type: Best}}}]}]",
      'profiles[0]: scoringStrategy.type: Unsupported value: "Best": supported values: "LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"',
    ],
    [
      "profiles: [{pluginConfig: [{name: VolumeBinding, args: {bindTimeoutSeconds: -1}}]}]",
      "profiles[0]: bindTimeoutSeconds: Invalid value: -1: must be at least 0",
    ],
    [
      "profiles: [{pluginConfig: [{name: InterPodAffinity, args: {weight: 1}}]}]",
      'profiles[0]: pluginConfig[0].args: strict decoding error: unknown field "weight"',
    ],
  ])("rejects %s", async (text, message) => {
    await expect(read(text)).rejects.toThrow(new Error(message));
  });

  it("rejects files of another kind", async () => {
    await expect(readSchedulerConfig("kind: Pod\napiVersion: v1", schema)).rejects.toThrow(
      new Error('no kind "Pod" is registered for version "v1"'),
    );
  });
});
