import { expect, it } from "vitest";
import { parameterKey } from "./parameterKey.ts";

it("equals the reference's key for the same parameter", () => {
  const parameter = {
    uniqueItems: true,
    type: "string",
    description:
      "If 'true', then the output is pretty printed. Defaults to 'false' unless the user-agent indicates a browser or command-line HTTP tool (curl and wget).",
    name: "pretty",
    in: "query",
  };
  expect(parameterKey("pretty", parameter)).toBe("pretty-tJGM1-ng");
  expect(parameterKey("pretty", { ...parameter, type: "boolean" })).not.toBe("pretty-tJGM1-ng");
});
