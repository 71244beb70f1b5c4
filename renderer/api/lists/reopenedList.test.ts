import { expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { fakeClock, settle } from "../../testing/fakeClock.ts";
import { fakeServer } from "../../testing/fakeServer.ts";
import { pageOf } from "../../testing/listScene.ts";
import { row } from "../../testing/rows.ts";
import type { ResourceRow } from "../tables/tableRow.ts";
import { ListWatch } from "./listWatch.ts";
import { partSinks, ROW_ITEMS } from "./partSinks.ts";
import { RowStore } from "./rowStore.ts";

const unavailable = new ApiError(503, "ServiceUnavailable", "not now");

/** A list that the user left a minute ago with these rows, and opens again. */
function setup(...rows: ResourceRow[]) {
  const clock = fakeClock();
  const store = new RowStore((run) => {
    queueMicrotask(run);
    return () => undefined;
  }, clock.now() - 60_000);
  store.page(rows);
  store.reopen();
  const server = fakeServer<ResourceRow>(unavailable);
  const { lastContact } = store.getSnapshot().state;
  const state = () => store.getSnapshot().state;
  const names = (): string[] => [...store.getSnapshot().rows.values()].map(({ name }) => name).sort();
  return { clock, store, server, lastContact, state, names };
}

it("shows its old rows while it is read again, and their age if the server does not respond", async () => {
  const { clock, store, server, lastContact, state, names } = setup(row("a"), row("gone"));
  expect(state()).toMatchObject({ phase: "loading", loaded: 2, complete: false });
  const watch = new ListWatch(server, store, clock, lastContact);
  watch.start();
  await settle();
  expect(state().phase).toBe("stale");
  expect(clock.now() - state().lastContact).toBe(60_000);
  expect(names()).toEqual(["a", "gone"]);
  server.answers = [pageOf("9", row("a"), row("new"))];
  await clock.advance(3_000);
  server.latest().opened();
  await settle();
  expect(state().phase).toBe("live");
  expect(names()).toEqual(["a", "new"]);
});

it("sweeps deleted rows of each namespace", async () => {
  const { store, names } = setup(
    row("a", { namespace: "x" }),
    row("gone", { namespace: "x" }),
    row("b", { namespace: "y" }),
  );
  const [x] = partSinks(store, [{ namespace: "x" }, { namespace: "y" }], ROW_ITEMS);
  x?.beginList();
  x?.page([row("a", { namespace: "x" })]);
  x?.endList();
  await settle();
  expect(names()).toEqual(["a", "b"]);
});
