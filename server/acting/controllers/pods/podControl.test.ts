import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import { PodControl, slowStart } from "./podControl.ts";

const owner: ApiObject = { apiVersion: "apps/v1", kind: "ReplicaSet", metadata: { name: "web", namespace: "shop" } };
const pod: ApiObject = { metadata: { name: "web-1", namespace: "shop" } };

it("emits an event for a rejected deletion, and none for a pod that is already deleted", async () => {
  const told: string[] = [];
  const controlThat = (refusal: ApiError) =>
    new PodControl({
      client: { delete: () => Promise.reject(refusal) },
      recorder: { record: (_: ApiObject, ...words: string[]) => told.push(words.join(" ")) },
    } as unknown as ConstructorParameters<typeof PodControl>[0]);
  const refused = controlThat(new ApiError(403, "Forbidden", "web-1 is kept")).delete(pod, owner);
  await expect(refused).rejects.toThrow("unable to delete pods: web-1 is kept");
  expect(told).toEqual(["Warning FailedDelete Error deleting: web-1 is kept"]);
  expect(await controlThat(new ApiError(404, "NotFound", "")).delete(pod, owner)).toBe(false);
  expect(told).toHaveLength(1);
});

it("starts with small batches up to a maximum concurrency", async () => {
  const batches: number[] = [];
  let begun = 0;
  const work = async (): Promise<void> => {
    begun += 1;
    const mine = begun;
    await Promise.resolve();
    if (mine === begun) batches.push(begun);
  };
  expect(await slowStart(12, work, 4)).toEqual({ done: 12 });
  expect(batches).toEqual([1, 3, 7, 11, 12]);
});
