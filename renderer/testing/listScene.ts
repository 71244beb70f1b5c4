/** A live list for tests, with a server, a manual clock, and the rows. */

import type { ListState } from "../api/lists/listState.ts";
import { ListWatch } from "../api/lists/listWatch.ts";
import { RowStore } from "../api/lists/rowStore.ts";
import type { ResourceRow } from "../api/tables/tableRow.ts";
import type { ListPage } from "../api/watch/listSource.ts";
import { type FakeClock, fakeClock, settle } from "./fakeClock.ts";
import { type Answer, type FakeServer, fakeServer } from "./fakeServer.ts";

export interface ListScene {
  server: FakeServer<ResourceRow>;
  clock: FakeClock;
  watch: ListWatch<ResourceRow>;
  state(): ListState;
  phase(): ListState["phase"];
  /** Names of the rows on the screen, sorted. */
  names(): string[];
  row(uid: string): ResourceRow | undefined;
}

/** A page; it is the last one unless a token is added. */
export const pageOf = (resourceVersion: string, ...items: ResourceRow[]): ListPage<ResourceRow> => ({
  items,
  resourceVersion,
});

/** Starts a list on a server with these responses. */
export async function listScene(...answers: Answer<ResourceRow>[]): Promise<ListScene> {
  const clock = fakeClock();
  const server = fakeServer<ResourceRow>(...answers);
  // Frames run immediately, so that the snapshot is always current.
  const store = new RowStore((run) => {
    queueMicrotask(run);
    return () => undefined;
  }, clock.now());
  const watch = new ListWatch(server, store, clock);
  watch.start();
  await settle();
  return {
    server,
    clock,
    watch,
    state: () => store.getSnapshot().state,
    phase: () => store.getSnapshot().state.phase,
    names: () => [...store.getSnapshot().rows.values()].map(({ name }) => name).sort(),
    row: (uid) => store.getSnapshot().rows.get(uid),
  };
}

/** A list of these rows, read at version 10, with an open watch. */
export async function liveScene(...rows: ResourceRow[]): Promise<ListScene> {
  const scene = await listScene(pageOf("10", ...rows));
  scene.server.latest().opened();
  await settle();
  return scene;
}
