import { spawn } from "node:child_process";
import { parseJson } from "../../../../shared/json/parseJson.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { textOf } from "../../../access/kubeconfig/contexts.ts";
import { endAfter } from "../../../ground/timing/endAfter.ts";
import { ClusterError } from "../cluster.ts";
import type { ExecConfig } from "./execConfig.ts";

/** The credential returned by a plugin. */
export interface ExecCredential {
  readonly token?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Milliseconds since the epoch; undefined for one that does not expire. */
  readonly expires?: number;
}

export interface ExecContext {
  readonly vocabulary: Vocabulary;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The member `spec.cluster` for plugins that ask for it. */
  readonly cluster?: Readonly<Record<string, unknown>>;
  /** Maximum milliseconds of a run. Default one minute: plugins may wait for a browser. */
  readonly timeout?: number;
  /** Ends the plugin. */
  readonly ending?: AbortSignal;
}

const MAX_OUTPUT = 1024 * 1024;
const MAX_COMPLAINT = 600;

/**
 * Runs a credential plugin once.
 * @throws ClusterError that names the command, and its error output or where it was searched for
 */
export async function runExec(config: ExecConfig, around: ExecContext): Promise<ExecCredential> {
  const info = {
    kind: "ExecCredential",
    apiVersion: config.apiVersion,
    spec: { interactive: false, ...(config.provideClusterInfo ? { cluster: around.cluster ?? {} } : {}) },
  };
  const name = `${around.vocabulary.word.toUpperCase()}_EXEC_INFO`;
  const env = { ...around.environment, ...config.env, [name]: JSON.stringify(info) };
  const output = await capture(config, env, around);
  return readCredential(config, output);
}

function capture(
  config: ExecConfig,
  env: NodeJS.ProcessEnv,
  { timeout = 60_000, ending }: Pick<ExecContext, "timeout" | "ending">,
): Promise<string> {
  const hint = config.installHint === "" ? "" : ` ${config.installHint.trim()}`;
  return new Promise((resolve, reject) => {
    const child = spawn(config.command, config.args, {
      env,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      ...(ending === undefined ? {} : { signal: ending }),
      ...(config.folder === undefined ? {} : { cwd: config.folder }),
    });
    endAfter(child, timeout);
    let output = "";
    let complaint = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      if (output.length > MAX_OUTPUT) child.kill();
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      complaint = (complaint + chunk).slice(-MAX_COMPLAINT);
    });
    child.on("error", (error: NodeJS.ErrnoException) => {
      const place = /[\\/]/.test(config.command) ? "" : ` It was looked for in PATH: ${env["PATH"] ?? "(empty)"}.`;
      const message = error.code === "ENOENT" ? "was not found" : `cannot be run (${error.code ?? error.message})`;
      reject(new ClusterError(`The command ${config.command} of the exec plugin ${message}.${place}${hint}`));
    });
    child.on("close", (code, signal) => {
      if (code === 0 && output.length <= MAX_OUTPUT) return resolve(output);
      const end =
        output.length > MAX_OUTPUT
          ? "answered too much"
          : signal === null
            ? `ended with code ${code}`
            : `was ended after ${Math.round(timeout / 1000)} s`;
      const said = complaint.trim() === "" ? "" : ` It said: ${complaint.trim()}`;
      reject(new ClusterError(`The exec plugin ${config.command} ${end}.${said}${hint}`));
    });
  });
}

/** @throws ClusterError with the reason, without quoting the output, because that contains the credential */
export function readCredential(config: ExecConfig, output: string): ExecCredential {
  const refuse = (message: string): ClusterError => new ClusterError(`The exec plugin ${config.command} ${message}.`);
  let answer: Record<string, unknown>;
  try {
    answer = parseJson(output) as Record<string, unknown>;
  } catch {
    throw refuse("did not answer with JSON");
  }
  if (answer === null || typeof answer !== "object" || answer["kind"] !== "ExecCredential") {
    throw refuse("did not answer with an ExecCredential");
  }
  if (answer["apiVersion"] !== config.apiVersion) {
    throw refuse(`answered in version ${textOf(answer["apiVersion"]) || "(none)"}, asked was ${config.apiVersion}`);
  }
  const status = (answer["status"] ?? {}) as Record<string, unknown>;
  const token = textOf(status["token"]);
  const cert = textOf(status["clientCertificateData"]);
  const key = textOf(status["clientKeyData"]);
  if ((cert === "") !== (key === "")) throw refuse("gave a certificate without its key, or a key alone");
  if (token === "" && cert === "") throw refuse("gave neither a token nor a certificate");
  const expires = Date.parse(textOf(status["expirationTimestamp"]));
  return {
    ...(token === "" ? {} : { token }),
    ...(cert === "" ? {} : { cert, key }),
    ...(Number.isNaN(expires) ? {} : { expires }),
  };
}
