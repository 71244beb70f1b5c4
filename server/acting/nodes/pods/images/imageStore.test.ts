import { expect, it } from "vitest";
import type { ProgramTime } from "../../programs/program.ts";
import { ImageStore } from "./imageStore.ts";
import { imageId } from "./images.ts";

/**
 * What is shown for a container whose image cannot be pulled, over a number of the agent's attempts, each with its
 * second.
 */
async function told(image: string, imagePullPolicy: string, tries: number): Promise<string[]> {
  let now = 0;
  const ended = new AbortController();
  const texts: string[] = [];
  const time = {
    now: () => now,
    sleep: async (milliseconds: number) => {
      now += milliseconds;
    },
  } as ProgramTime;
  const store = new ImageStore(time, [1, 1], { isMissing: () => false, slowness: () => 1 });
  const tell = (_type: string, reason: string): void => {
    texts.push(`${now / 1000}: ${reason}`);
    if (texts.filter((text) => /Pulling|ErrImageNeverPull/.test(text)).length > tries) ended.abort();
  };
  const wait = (): void => undefined;
  const container = { spec: { name: "c", image, imagePullPolicy }, recordEvent: tell, wait };
  await store.ensure(container, ended.signal, () => ({ registries: new Set(), missing: [] }));
  return texts.filter((text) => /Pulling|BackOff|ErrImageNeverPull/.test(text));
}

it("retries after ten seconds and doubles the delay after each failure; each sync meanwhile reports it", async () => {
  expect(await told("nginx:missing", "Always", 3)).toEqual([
    ...["0: Pulling", "2: BackOff"],
    ...["10: Pulling", "12: BackOff", "24.5: BackOff"],
    ...["30: Pulling", "32: BackOff", "44.5: BackOff", "57: BackOff", "69.5: BackOff"],
    "70: Pulling",
  ]);
});

it("checks for a never-pulled image at every pod sync", async () => {
  expect(await told("nginx", "Never", 2)).toEqual([0, 10, 20].map((at) => `${at}: ErrImageNeverPull`));
});

it("lists the largest images first, by digest and by name", async () => {
  const time = { now: () => 0, sleep: async () => undefined } as unknown as ProgramTime;
  const store = new ImageStore(time, [1, 1], { isMissing: () => false, slowness: () => 1 });
  for (const image of ["nginx", "redis:7", "busybox"]) {
    const container = { spec: { name: "c", image }, recordEvent: () => undefined, wait: () => undefined };
    await store.ensure(container, new AbortController().signal, () => ({ registries: new Set(), missing: [] }));
  }
  const sizes = store.list.map(({ sizeBytes }) => sizeBytes);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  const [nginx] = store.list.filter(({ names }) => names[1] === "docker.io/library/nginx:latest");
  // The digest equals that in the status of a container that uses the short name.
  expect(nginx?.names[0]).toBe(imageId("nginx"));
});

it("reports how long a pull took, in minutes if it took any", async () => {
  const time = { now: () => 0, sleep: async () => undefined } as unknown as ProgramTime;
  const messages = await Promise.all(
    [120, 1500, 72_500].map(async (took) => {
      const found: string[] = [];
      const store = new ImageStore(time, [took, took], { isMissing: () => false, slowness: () => 1 });
      const recordEvent = (_type: string, reason: string, message: string): void => {
        if (reason === "Pulled") found.push(message.replace(/.* in (.*) \(.*/, "$1"));
      };
      const container = { spec: { name: "c", image: "nginx" }, recordEvent, wait: () => undefined };
      await store.ensure(container, new AbortController().signal, () => ({ registries: new Set(), missing: [] }));
      return found;
    }),
  );
  expect(messages).toEqual([["120ms"], ["1.5s"], ["1m12.5s"]]);
});
