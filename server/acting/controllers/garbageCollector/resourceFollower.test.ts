import { beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { ServedResource } from "../../../api/client/apiClient.ts";
import { type ManualTimers, manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import type { ObjectFeed } from "../../client/objectFeed.ts";
import { served } from "../../testing/memoryClient.ts";
import { followResources, type ResourceFollower } from "./resourceFollower.ts";
import { recordedGraph } from "./testing/nodes.ts";

const DEFINITIONS = served("apiextensions.k8s.io", "customresourcedefinitions", "CustomResourceDefinition", false);
let resources: ServedResource[];
/** The followed resources, each with a function that delivers an object. */
let feeds: Map<string, (object: ApiObject, deleted?: boolean) => void>;
let graph: ReturnType<typeof recordedGraph>["graph"];
let kindsChanged: number;
let timers: ManualTimers;

const feed: ObjectFeed = {
  follow({ group, resource }, onChange) {
    const key = group === "" ? resource : `${resource}.${group}`;
    feeds.set(key, (object, deleted = false) => onChange(object, deleted));
    return {
      synced: Promise.resolve(),
      async stop() {
        feeds.delete(key);
      },
    };
  },
};
function follow(): ResourceFollower {
  return followResources({
    client: { resources: () => resources },
    vocabulary: createVocabulary(),
    feed,
    graph,
    timers,
    onKinds: () => {
      kindsChanged += 1;
    },
  });
}
beforeEach(() => {
  feeds = new Map();
  kindsChanged = 0;
  timers = manualTimers();
  graph = recordedGraph().graph;
  resources = [
    DEFINITIONS,
    served("", "configmaps", "ConfigMap"),
    served("", "events", "Event"),
    served("events.k8s.io", "events", "Event"),
    { ...served("autoscaling", "scalers", "Scaler"), version: "v2" },
    { ...served("autoscaling", "scalers", "Scaler"), preferred: false },
    { ...served("", "bindings", "Binding"), verbs: ["create"] },
    { ...served("metrics.k8s.io", "pods", "PodMetrics"), verbs: ["get", "list"] },
  ];
});
const definition: ApiObject = { metadata: { name: "d", uid: "u-d" } };

describe("followResources", () => {
  it("follows each deletable resource in one version", () => {
    const follower = follow();
    expect([...feeds.keys()]).toEqual([
      "customresourcedefinitions.apiextensions.k8s.io",
      "configmaps",
      "scalers.autoscaling",
    ]);
    feeds.get("scalers.autoscaling")?.({ metadata: { name: "s", namespace: "n", uid: "u-s" } });
    expect(graph.get("u-s")?.coordinates).toEqual({
      apiVersion: "autoscaling/v2",
      kind: "Scaler",
      namespace: "n",
      name: "s",
      uid: "u-s",
    });
    expect(follower.kinds.find("autoscaling/v1", "Scaler")).toMatchObject({ resource: "scalers", version: "v1" });
    feeds.get("scalers.autoscaling")?.({ metadata: { name: "s", namespace: "n", uid: "u-s" } }, true);
    expect(graph.get("u-s")).toBeUndefined();
  });

  it("rereads discovery when a definition changes and follows added, removed and re-versioned resources", async () => {
    const follower = follow();
    const widgets = served("example.com", "widgets", "Widget");
    resources = [...resources, widgets];
    feeds.get("customresourcedefinitions.apiextensions.k8s.io")?.(definition);
    feeds.get("customresourcedefinitions.apiextensions.k8s.io")?.(definition);
    await Promise.resolve();
    await follower.synced();
    expect([feeds.has("widgets.example.com"), kindsChanged]).toEqual([true, 2]);
    const widget: ApiObject = { metadata: { name: "w", namespace: "n", uid: "u-w" } };
    feeds.get("widgets.example.com")?.(widget);
    feeds.get("configmaps")?.({ metadata: { name: "c", namespace: "n", uid: "u-c" } });

    resources = [...resources.slice(0, -1), { ...widgets, version: "v2" }];
    feeds.get("customresourcedefinitions.apiextensions.k8s.io")?.(definition);
    await Promise.resolve();
    feeds.get("widgets.example.com")?.(widget);
    expect(graph.get("u-w")?.coordinates.apiVersion).toBe("example.com/v2");

    resources = resources.slice(0, -1);
    feeds.get("customresourcedefinitions.apiextensions.k8s.io")?.(definition, true);
    await Promise.resolve();
    expect([feeds.has("widgets.example.com"), follower.kinds.find("example.com/v2", "Widget")]).toEqual([
      false,
      undefined,
    ]);
    expect([graph.get("u-w"), graph.get("u-c")?.observed]).toEqual([undefined, true]);
  });

  it("rereads discovery only after changes and batches many changes", async () => {
    const follower = follow();
    const say = async (): Promise<void> => {
      feeds.get("customresourcedefinitions.apiextensions.k8s.io")?.(definition);
      await Promise.resolve();
    };
    await say();
    expect(kindsChanged).toBe(1);
    for (let i = 0; i < 1000; i++) {
      resources = [...resources, served("example.com", `widgets${i}`, `Widget${i}`)];
      await say();
    }
    // With 200 resources or more there are pauses, with one discovery in each.
    expect(kindsChanged).toBeLessThan(200);
    expect(feeds.has("widgets999.example.com")).toBe(false);
    timers.advance(5);
    expect([feeds.has("widgets999.example.com"), timers.pending()]).toEqual([true, []]);
    expect(follower.kinds.find("example.com/v1", "Widget999")).toMatchObject({ resource: "widgets999" });
    await say();
    await follower.stop();
  });

  it("reports nothing after it is stopped", async () => {
    const follower = follow();
    const say = feeds.get("configmaps");
    await follower.stop();
    say?.({ metadata: { name: "c", uid: "u-c" } });
    expect([feeds.size, graph.size]).toEqual([0, 0]);
  });
});
