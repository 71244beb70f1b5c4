import { EventEmitter } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import { collectLinks } from "./linkInbox.ts";

let app: EventEmitter;
const call = vi.fn();
beforeEach(() => {
  app = new EventEmitter();
  call.mockClear();
});
const collect = (words: readonly string[] = []) => collectLinks(words, app as never);
const openUrl = (link: string): { preventDefault: () => void } => {
  const event = { preventDefault: vi.fn() };
  app.emit("open-url", event, link);
  return event;
};

test("keeps the link of the first start until the application receives it", () => {
  const inbox = collect(["--flag", "orrery://open/c/a"]);
  inbox.receive(call);
  expect(call.mock.calls).toEqual([["orrery://open/c/a"]]);
});

test("calls the receiver for a first start without a link, too", () => {
  collect(["--flag"]).receive(call);
  expect(call.mock.calls).toEqual([[undefined]]);
});

test("keeps the last of several early links", () => {
  const inbox = collect(["orrery://open/c/a"]);
  expect(openUrl("orrery://open/c/b").preventDefault).toHaveBeenCalledOnce();
  app.emit("second-instance", {}, ["program"]);
  inbox.receive(call);
  expect(call.mock.calls).toEqual([["orrery://open/c/b"]]);
});

test("reports later links at once; a start without a link brings the window to the front", () => {
  collect().receive(call);
  openUrl("orrery://open/c/a");
  app.emit("second-instance", {}, ["program", "--flag", "orrery://open/c/b"]);
  app.emit("second-instance", {}, ["program"]);
  app.emit("activate");
  expect(call.mock.calls).toEqual([
    [undefined],
    ["orrery://open/c/a"],
    ["orrery://open/c/b"],
    [undefined],
    [undefined],
  ]);
});
