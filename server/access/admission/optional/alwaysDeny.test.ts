import { expect, it } from "vitest";
import { failure } from "../../../testing/testServices.ts";
import { run, testRequest } from "../testing/request.ts";
import { alwaysDeny } from "./alwaysDeny.ts";

it("denies every write", async () => {
  for (const operation of ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const) {
    const request = testRequest("pods", { metadata: { name: "p" } }, { operation });
    expect(await failure(() => run(alwaysDeny(), request))).toMatchObject({
      code: 403,
      message: 'pods "p" is forbidden: admission control is denying all modifications',
    });
  }
});
