import type { Container } from "kubernetes-types/core/v1";
import type { LogLine } from "../../../../api/registry/podAccess.ts";
import type { ContainerMachine } from "../../machines/containerMachine.ts";

/** Maximum number of bytes from the end of the file, and of bytes and lines from the end of the log. */
const MAX_BYTES = 4096;
const MAX_LOG_BYTES = 2048;
const MAX_LOG_LINES = 80;

/**
 * A container's termination message: the end of the file at `terminationMessagePath`, or else, if the policy allows
 * it and the container failed, the end of its log. Undefined when there is neither.
 */
export async function terminationMessage(
  { terminationMessagePath = "/dev/termination-log", terminationMessagePolicy }: Container,
  {
    machine,
    lines,
    exitCode,
  }: { machine: Pick<ContainerMachine, "readEnd">; lines: readonly LogLine[]; exitCode: number },
): Promise<string | undefined> {
  const bytes = await machine.readEnd(terminationMessagePath, MAX_BYTES);
  const written = bytes === undefined ? "" : Buffer.from(bytes).toString("utf8");
  if (written !== "") return written;
  if (terminationMessagePolicy !== "FallbackToLogsOnError" || exitCode === 0) return undefined;
  const text = Buffer.from(
    lines
      .slice(-MAX_LOG_LINES)
      .map((line) => line.text)
      .join(""),
  );
  return text.subarray(Math.max(0, text.length - MAX_LOG_BYTES)).toString("utf8") || undefined;
}
