import { execFailure } from "../../../api/registry/execFailure.ts";
import type { PlacedPod } from "../../../api/registry/podAccess.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { plainText } from "../../../ground/request/plainText.ts";

/** Maximum bytes of output kept per stream. */
const MOST = 16 * 1024 * 1024;

/** Runs a command (`cmd`, its words separated by spaces) to its end, as a kubelet does, and answers with its output. */
export async function runInContainer(
  { podAccess }: Services,
  { query, signal, method }: RequestContext,
  pod: PlacedPod,
  container: string,
): Promise<Answer> {
  if (method !== "POST") return plainText("405: Method Not Allowed", 405);
  const found = podAccess.container(pod, container);
  if (found?.isRunning !== true) return plainText(`container not found ("${container}")`, 500);
  const command = (query.get("cmd") ?? "").split(" ");
  const process = found.exec(command, { tty: false, stdin: false });
  const printed = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const size = { stdout: 0, stderr: 0 };
  const stop = process.listen((stream, bytes) => {
    if (size[stream] >= MOST) return;
    size[stream] += bytes.length;
    printed[stream].push(bytes);
  });
  const kill = (): void => process.kill();
  signal.addEventListener("abort", kill, { once: true });
  const code = await process.exited;
  signal.removeEventListener("abort", kill);
  stop();
  if (process.problem !== undefined) return plainText(execFailure(process.problem), 500);
  const errors = Buffer.concat(printed.stderr);
  if (code !== 0) return plainText(`command '${command.join(" ")}' exited with ${code}: ${errors}`, 500);
  // The reference declares it as JSON, whatever it is.
  const body = Buffer.concat([...printed.stdout, errors]);
  return { status: 200, headers: { "content-type": "application/json" }, body };
}
