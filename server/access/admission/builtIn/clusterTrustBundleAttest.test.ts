import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Authorizer } from "../../../ground/rights/authorizer.ts";
import { failure } from "../../../testing/testServices.ts";
import { run, testDependencies, testRequest } from "../testing/request.ts";
import { clusterTrustBundleAttest } from "./certificates.ts";

const authorizer: Authorizer = {
  name: "test",
  authorize: (_user, asked) => ({
    decision: asked.resourceRequest && asked.verb === "attest" && asked.name === "mine.com/x" ? "allow" : "noOpinion",
    reason: "",
  }),
};
const bundle = (signerName: string, metadata: object = {}, trustBundle = "a"): ApiObject => ({
  metadata: { name: "b", ...metadata },
  spec: { signerName, trustBundle },
});
const write = (object: ApiObject, oldObject?: ApiObject) =>
  run(
    clusterTrustBundleAttest(testDependencies({ authorizer })),
    testRequest("clustertrustbundles", object, {
      group: "certificates.k8s.io",
      ...(oldObject === undefined ? {} : { operation: "UPDATE", oldObject }),
    }),
  );

describe("clusterTrustBundleAttest", () => {
  it("allows writes by users who may attest for the signer", async () => {
    await write(bundle(""));
    await write(bundle("mine.com/x"));
    const refused = await failure(() => write(bundle("other.com/x")));
    expect(refused).toMatchObject({
      code: 403,
      message:
        'clustertrustbundles.certificates.k8s.io "b" is forbidden: user not permitted to attest for signerName "other.com/x"',
    });
  });

  it("requires no permission for updates that change only metadata", async () => {
    await write(bundle("other.com/x", { finalizers: ["f"], resourceVersion: "2" }), bundle("other.com/x"));
    await failure(() => write(bundle("other.com/x", {}, "b"), bundle("other.com/x")));
  });
});
