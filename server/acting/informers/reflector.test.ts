import { afterEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { expired } from "../../../shared/status.ts";
import type { ApiClient, ListResult, WatchEvent } from "../../api/client/apiClient.ts";
import { manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import { memoryClient } from "../testing/memoryClient.ts";
import { until } from "../testing/until.ts";
import { keyOf, splitKey } from "./objectKey.ts";
import { type Reflector, startReflector } from "./reflector.ts";

const ref = { group: "", version: "v1", resource: "configmaps" };
const map = (name: string): ApiObject => ({ metadata: { name, namespace: "n" } });

let informer: Reflector | undefined;
afterEach(() => informer?.stop());

function start(client: Pick<ApiClient, "list" | "watch">) {
  const seen: string[] = [];
  const errors: unknown[] = [];
  const timers = manualTimers();
  informer = startReflector({
    client,
    ref,
    timers,
    onChange: (object, deleted) => seen.push(`${deleted ? "-" : "+"}${object.metadata.name}`),
    onError: (error) => errors.push(error),
  });
  return { seen, errors, timers, informer };
}

describe("startReflector", () => {
  it("delivers existing objects, then changes", async () => {
    const client = memoryClient();
    await client.create({ ...ref, namespace: "n" }, map("a"));
    const { seen, informer } = start(client);
    await informer.synced;
    expect(seen).toEqual(["+a"]);
    await client.create({ ...ref, namespace: "n" }, map("b"));
    await client.delete({ ...ref, namespace: "n", name: "a" });
    await until(() => seen.length === 3);
    expect(seen).toEqual(["+a", "+b", "-a"]);
  });

  it("lists again when its resource version is expired and reports deleted objects", async () => {
    let lists = 0;
    const results = [[map("a"), map("b")], [map("b")]];
    const client: Pick<ApiClient, "list" | "watch"> = {
      list: async (): Promise<ListResult> => ({ items: results[lists++] ?? [map("b")], resourceVersion: "5" }),
      async *watch(_ref, { signal }): AsyncIterable<WatchEvent> {
        if (lists === 1) throw expired("too old resource version");
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    };
    const { seen, errors, timers } = start(client);
    await until(() => timers.pending().length > 0);
    timers.advance(500);
    await until(() => lists === 2 && seen.length === 4);
    expect(seen).toEqual(["+a", "+b", "-a", "+b"]);
    expect(errors).toEqual([]);
  });

  it("retries with increasing backoff while the list fails", async () => {
    const client: Pick<ApiClient, "list" | "watch"> = {
      list: () => Promise.reject(new Error("down")),
      watch: () => {
        throw new Error("not reached");
      },
    };
    const { errors, timers } = start(client);
    for (const delay of [500, 1000, 2000]) {
      await until(() => timers.pending().length > 0);
      expect(timers.pending()).toEqual([delay]);
      timers.advance(delay);
      await until(() => timers.pending().length > 0);
    }
    expect(errors.length).toBe(4);
  });
});

describe("Object keys", () => {
  it("are parsed back into namespace and name", () => {
    expect(splitKey(keyOf(map("x")))).toEqual({ namespace: "n", name: "x" });
    expect(splitKey(keyOf({ metadata: { name: "c" } }))).toEqual({ namespace: "", name: "c" });
  });
});
