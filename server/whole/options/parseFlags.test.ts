import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { OptionError, orOptionError } from "../../ground/settings/optionError.ts";
import { ACCEPTED_FLAGS } from "./acceptedFlags.ts";
import { flagsPage } from "./flagsPage.ts";
import { DEFAULT_OPTIONS, SERVER_FLAGS } from "./options.ts";
import { defaultDataDir, parseServeFlags } from "./parseFlags.ts";

const options = (...argv: string[]) => parseServeFlags(argv).options;
const refusal = (...argv: string[]): string => {
  try {
    parseServeFlags(argv);
  } catch (error) {
    if (error instanceof OptionError) return error.message;
    throw error;
  }
  return "";
};

describe("parseServeFlags", () => {
  it("returns the defaults without flags", () => {
    expect(parseServeFlags([])).toEqual({
      printKubeconfig: false,
      warnings: [],
      options: { ...DEFAULT_OPTIONS, dataDir: defaultDataDir(), flagTexts: expect.any(Object) as object },
    });
  });

  it("parses every flag", () => {
    const parsed = parseServeFlags([
      "--data-dir=here",
      "--secure-port=0",
      "--bind-address=0.0.0.0",
      "--vocabulary=orch",
      "--client-ca-file=ca.pem",
      "--tls-cert-file=cert.pem",
      "--tls-private-key-file=key.pem",
      "--token-auth-file=tokens.csv",
      "--anonymous-auth=false",
      "--authorization-mode=RBAC,AlwaysDeny",
      "--enable-bootstrap-token-auth=false",
      "--controllers=*,-namespace-controller",
      "--service-cluster-ip-range=10.0.0.0/24",
      "--service-node-port-range=31000-31010",
      "--v=4",
      "--print-kubeconfig",
    ]);
    expect(parsed.printKubeconfig).toBe(true);
    expect(parsed.options).toMatchObject({
      dataDir: resolve("here"),
      securePort: 0,
      bindAddress: "0.0.0.0",
      vocabulary: "orch",
      clientCaFile: resolve("ca.pem"),
      tlsCertFile: resolve("cert.pem"),
      tlsPrivateKeyFile: resolve("key.pem"),
      tokenAuthFile: resolve("tokens.csv"),
      anonymousAuth: false,
      authorizationMode: ["RBAC", "AlwaysDeny"],
      enableBootstrapTokenAuth: false,
      controllers: ["*", "-namespace-controller"],
      serviceClusterIpRange: "10.0.0.0/24",
      serviceNodePortRange: "31000-31010",
      verbosity: 4,
    });
  });

  it("accepts values after a space, and boolean flags without a value", () => {
    expect(options("--secure-port", "7443").securePort).toBe(7443);
    expect(options("--anonymous-auth").anonymousAuth).toBe(true);
    expect(options("--anonymous-auth", "false").anonymousAuth).toBe(false);
    expect(options("--controllers=").controllers).toEqual([]);
    expect(options("--v=10").verbosity).toBe(10);
    expect(options("--authorization-mode= RBAC , Node ").authorizationMode).toEqual(["RBAC", "Node"]);
  });

  it.each([
    [["--secure-port=70000"], '--secure-port must be a whole number from 0 to 65535, not "70000"'],
    [["--secure-port="], '--secure-port must be a whole number from 0 to 65535, not ""'],
    [["--v=high"], '--v must be a whole number from 0 to 2147483647, not "high"'],
    [["--anonymous-auth=perhaps"], '--anonymous-auth must be true or false, not "perhaps"'],
    [["--tls-cert-file=c"], "--tls-cert-file and --tls-private-key-file must be given together"],
    [["--tls-private-key-file=k"], "--tls-cert-file and --tls-private-key-file must be given together"],
    [["--authorization-mode="], "at least one authorization-mode must be passed"],
    [["--authorization-mode=Magic"], 'authorization-mode "Magic" is not a valid mode'],
    [["--authorization-mode=RBAC,RBAC"], 'authorization-mode ["RBAC" "RBAC"] has mode specified more than once'],
    [["--gremlins"], "unknown option '--gremlins'"],
  ])("reports in one sentence what is wrong with %j", (argv, message) => {
    expect(refusal(...argv)).toBe(message);
  });

  it("refuses positional arguments", () => {
    expect(refusal("extra")).not.toBe("");
  });
});

describe("orOptionError", () => {
  it("names the flag", () => {
    expect(orOptionError(() => 5)).toBe(5);
    const broken = (): never => {
      throw new RangeError("it is wrong");
    };
    expect(() => orOptionError(broken, "--flag")).toThrow(new OptionError("--flag: it is wrong"));
    expect(() => orOptionError(broken)).toThrow(new OptionError("it is wrong"));
  });
});

it("accepts a command line written for the reference, and warns of flags without effect", () => {
  // The flags of the static pod that kubeadm writes.
  const { warnings, options } = parseServeFlags([
    "--advertise-address=10.0.0.5",
    "--allow-privileged=true",
    "--authorization-mode=Node,RBAC",
    "--enable-admission-plugins=NodeRestriction",
    "--enable-bootstrap-token-auth=true",
    "--kubelet-client-certificate=/etc/kubernetes/pki/apiserver-kubelet-client.crt",
    "--kubelet-client-key=/etc/kubernetes/pki/apiserver-kubelet-client.key",
    "--kubelet-preferred-address-types=InternalIP,ExternalIP,Hostname",
    "--profiling=false",
    "-v=2",
    "--requestheader-allowed-names=front-proxy-client",
    "--secure-port=6443",
    "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
    "--service-cluster-ip-range=10.96.0.0/12",
    "--allow-privileged",
  ]);
  expect(warnings).toEqual(
    ["allow-privileged", "kubelet-client-certificate", "kubelet-client-key", "kubelet-preferred-address-types"].map(
      (name) => `--${name} is accepted and has no effect here`,
    ),
  );
  expect(options).toMatchObject({ advertiseAddress: "10.0.0.5", profiling: false, verbosity: 2 });
});

it("has no flag that is both implemented and ignored", () => {
  const names = new Set(Object.values(SERVER_FLAGS).map(({ name }) => name));
  expect(ACCEPTED_FLAGS.filter((name) => names.has(name))).toEqual([]);
});

it("docs/flags.md matches the flag table", async () => {
  await expect(flagsPage(SERVER_FLAGS, ACCEPTED_FLAGS)).toMatchFileSnapshot("../../../docs/flags.md");
});
