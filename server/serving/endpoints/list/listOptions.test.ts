import { describe, expect, it } from "vitest";
import { ApiError } from "../../../../shared/status.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { createFeatureGates } from "../../../ground/settings/featureGates.ts";
import { type ListOptions, parseListOptions } from "./listOptions.ts";

const vocabulary = createVocabulary();
const parse = (query: string, watch = false, settings = {}): ListOptions =>
  parseListOptions(new URLSearchParams(query), watch, { vocabulary, features: createFeatureGates(settings) });
const causes = (query: string, watch = false): unknown => {
  try {
    return parse(query, watch);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status.details?.causes?.map((cause) => `${cause.field}: ${cause.message}`) ?? error.message;
  }
};

describe("parseListOptions", () => {
  it("returns the defaults for an empty query", () => {
    expect(parse("")).toEqual({
      limit: 0,
      continueToken: "",
      resourceVersion: "",
      match: "",
      sendInitialEvents: undefined,
      allowWatchBookmarks: false,
      timeoutSeconds: undefined,
    });
  });

  it("parses numbers and booleans as the reference does", () => {
    expect(parse("limit=%2B5&timeoutSeconds=-1&allowWatchBookmarks=1")).toMatchObject({
      limit: 5,
      timeoutSeconds: -1,
      allowWatchBookmarks: true,
    });
    expect(causes("limit=")).toBe('strconv.ParseInt: parsing "": invalid syntax');
    expect(parse("allowWatchBookmarks=false").allowWatchBookmarks).toBe(false);
    expect(causes("limit=1.5")).toBe('strconv.ParseInt: parsing "1.5": invalid syntax');
    expect(causes("timeoutSeconds=soon")).toBe('strconv.ParseInt: parsing "soon": invalid syntax');
  });

  const unlessProvided =
    "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided";
  const withContinue = "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided";

  it.each([
    ["resourceVersionMatch=Exact", [unlessProvided]],
    ["resourceVersionMatch=NotOlderThan&continue=x", [unlessProvided, withContinue]],
    ["resourceVersion=5&resourceVersionMatch=Exact&continue=x", [withContinue]],
    [
      "resourceVersionMatch=Near",
      [
        unlessProvided,
        'resourceVersionMatch: Unsupported value: "Near": supported values: "Exact", "NotOlderThan", ""',
      ],
    ],
    [
      "resourceVersion=0&resourceVersionMatch=Exact",
      ['resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"'],
    ],
    ["sendInitialEvents=false", ["sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list"]],
  ])("lists: %s", (query, expected) => {
    expect(causes(query)).toEqual(expected);
  });

  it.each([
    ["resourceVersion=0&resourceVersionMatch=NotOlderThan"],
    ["resourceVersion=5&resourceVersionMatch=Exact&limit=1"],
    ["continue=x&limit=1"],
  ])("lists accept %s", (query) => {
    expect(parse(query)).toBeDefined();
  });

  const requiresMatch =
    "resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";

  it.each([
    ["sendInitialEvents=true", [requiresMatch]],
    [
      "sendInitialEvents=true&resourceVersionMatch=Exact",
      [requiresMatch, 'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"'],
    ],
    [
      "resourceVersionMatch=NotOlderThan",
      [
        "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
      ],
    ],
    ["continue=x", [withContinue]],
  ])("watches: %s", (query, expected) => {
    expect(causes(query, true)).toEqual(expected);
  });

  it("watches accept sendInitialEvents as true and as false", () => {
    expect(parse("sendInitialEvents=true&resourceVersionMatch=NotOlderThan", true).sendInitialEvents).toBe(true);
    expect(parse("sendInitialEvents=0&resourceVersionMatch=NotOlderThan", true).sendInitialEvents).toBe(false);
  });
});

it("refuses sendInitialEvents when the WatchList gate is off", () => {
  const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
  expect(parse(query, true).sendInitialEvents).toBe(true);
  expect(() => parse(query, true, { WatchList: "false" })).toThrow(
    "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
  );
});
