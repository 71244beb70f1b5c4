import { describe, expect, it } from "vitest";
import { failure, testContext } from "../../../testing/testServices.ts";
import { documentRoute } from "./documentRoute.ts";

const [path, handler] = documentRoute("/facts/one", "application/json", () => ({
  status: 200,
  headers: {},
  body: "{}",
}));
const answer = (method: string, at: string, accept?: string) =>
  handler(testContext(method, at, accept === undefined ? {} : { headers: { accept } }));

describe("documentRoute", () => {
  it.each([undefined, "", "*/*", "application/json", "text/html, application/json;q=0.1", "application/json;as=Table"])(
    "returns its document for Accept: %s",
    async (accept) => {
      expect(path).toBe("/facts/one");
      expect(await answer("GET", "/facts/one", accept)).toMatchObject({ status: 200 });
      expect(await answer("GET", "/facts/one/", accept)).toMatchObject({ status: 200 });
    },
  );

  it.each(["text/html", "application/yaml", "application/*"])("responds 406 to Accept: %s", async (accept) => {
    expect(await failure(() => answer("GET", "/facts/one", accept))).toMatchObject({
      code: 406,
      message: "406: Not Acceptable\n\nAvailable representations: application/json",
    });
  });

  it("allows only GET, and has no subpaths", async () => {
    expect(await failure(() => answer("POST", "/facts/one"))).toMatchObject({ code: 405 });
    expect(await failure(() => answer("HEAD", "/facts/one"))).toMatchObject({ code: 405 });
    expect(await failure(() => answer("GET", "/facts/one/two"))).toMatchObject({ code: 404 });
  });
});
