import { expect, it } from "vitest";
import { StorageError } from "../../../store/storage/storageError.ts";
import { openTestServices } from "../../../testing/testServices.ts";
import { guaranteedUpdate } from "./guaranteedUpdate.ts";

it("does not retry after a commit with an unknown outcome", async () => {
  const services = await openTestServices();
  const resource = services.resource("", "v1", "configmaps");
  const target = { resource, namespace: "default", name: "a", dryRun: false };
  const commit = [{ type: "put", key: resource.key("default", "a"), value: "{}" }] as const;
  let attempts = 0;
  // The commit takes effect, but its answer is lost. The cache has seen neither when the error arrives.
  const lost = guaranteedUpdate(services, target, async () => {
    attempts += 1;
    await services.storage.commit(commit);
    throw new StorageError("unavailable", "no answer", undefined, "unknown");
  });
  await expect(lost).rejects.toThrow("no answer");
  expect(attempts).toBe(1);
  await services.close();
});
