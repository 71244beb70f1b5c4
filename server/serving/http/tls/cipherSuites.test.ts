import { expect, it } from "vitest";
import { cipherList } from "./cipherSuites.ts";

it("maps standard cipher suite names", () => {
  const list = cipherList("tls-cipher-suites", [
    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
    "TLS_RSA_WITH_AES_256_GCM_SHA384",
    "TLS_AES_128_GCM_SHA256",
  ]);
  expect(list?.split(":")).toEqual([
    "TLS_AES_256_GCM_SHA384",
    "TLS_CHACHA20_POLY1305_SHA256",
    "TLS_AES_128_GCM_SHA256",
    "ECDHE-RSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-SHA",
    "ECDHE-RSA-CHACHA20-POLY1305",
    "AES256-GCM-SHA384",
  ]);
  expect(cipherList("tls-cipher-suites", [])).toBeUndefined();
});

it.each(["ECDHE-RSA-AES128-GCM-SHA256", "TLS_NONE_WITH_NOTHING", "", "constructor"])("refuses %j", (suite) =>
  expect(() => cipherList("tls-cipher-suites", [suite])).toThrow("is not supported or does not exist"),
);
