import { describe, expect, it } from "vitest";
import { isApiError } from "../../../../shared/status.ts";
import { checkPodLogOptions } from "./podLogOptions.ts";

function refusal(query: string, splits = false): string | undefined {
  try {
    checkPodLogOptions(new URLSearchParams(query), "p", splits);
    return undefined;
  } catch (error) {
    if (isApiError(error, "Invalid")) return error.message.replace(/^PodLogOptions "p" is invalid: /, "");
    throw error;
  }
}

describe("the stream option of a pod's log", () => {
  it.each(["stream=Stdout", "stream=All", "stream="])(
    "is forbidden while the feature gate for split streams is off: %s",
    (query) => {
      expect(refusal(query)).toBe("stream: Forbidden: may not be specified");
    },
  );

  it.each(["", "stream=Stdout", "stream=Stderr", "stream=All&tailLines=3", "tailLines=3"])("accepts: %s", (query) => {
    expect(refusal(query, true)).toBeUndefined();
  });

  it("must be a known stream, and cannot be combined with tailLines unless it is All", () => {
    expect(refusal("stream=Foo", true)).toBe(
      'stream: Unsupported value: "Foo": supported values: "All", "Stderr", "Stdout"',
    );
    expect(refusal("stream=Stderr&tailLines=1", true)).toBe(
      "[]: Forbidden: `tailLines` and specific `stream` are mutually exclusive for now",
    );
  });
});
