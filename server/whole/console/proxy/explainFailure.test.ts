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

test("keeps the host's own messages, and reports thrown values that are not errors", () => {
  expect(explainFailure(new ClusterError("Install it."))).toBe("Install it.");
  expect(explainFailure("odd")).toBe("odd");
});
