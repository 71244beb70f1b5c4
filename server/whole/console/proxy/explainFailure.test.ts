import { expect, test } from "vitest";
import { ClusterError } from "../cluster.ts";
import { explainFailure } from "./explainFailure.ts";

const failure = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

test.each([
  ["ECONNREFUSED", /nothing listens.*ECONNREFUSED/],
  ["ENOTFOUND", /VPN/],
  ["SELF_SIGNED_CERT_IN_CHAIN", /authority/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /tls-server-name/],
  ["EODD", /connect EODD/],
])("%s is reported as %s", (code, text) => {
  expect(explainFailure(failure(code))).toMatch(text);
});

test("the host's own messages stay, and what is no error is reported", () => {
  expect(explainFailure(new ClusterError("Install it."))).toBe("Install it.");
  expect(explainFailure("odd")).toBe("odd");
});
