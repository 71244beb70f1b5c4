import { afterEach, describe, expect, it, vi } from "vitest";
import { decodeViewAs } from "../../shared/viewAs.ts";
import { setViewAs, viewAsHeaders, viewAsQuery, viewAsText } from "./viewAs.ts";

function memory(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

afterEach(() => vi.unstubAllGlobals());

describe("view as", () => {
  it("impersonates no identity without a session", () => {
    expect(viewAsText("a")).toBe("");
    expect(viewAsHeaders("a")).toEqual({});
    expect(viewAsQuery("a")).toEqual({});
  });

  it("is kept per cluster and can be ended", () => {
    vi.stubGlobal("sessionStorage", memory());
    setViewAs("a", { username: "zoë", groups: ["dev, qa"] });
    expect(viewAsHeaders("b")).toEqual({});
    const [text = ""] = Object.values(viewAsHeaders("a"));
    expect(decodeViewAs(text)).toEqual({ username: "zoë", groups: ["dev, qa"] });
    expect(Object.values(viewAsQuery("a"))).toEqual([text]);
    setViewAs("a", undefined);
    expect(viewAsHeaders("a")).toEqual({});
  });
});
