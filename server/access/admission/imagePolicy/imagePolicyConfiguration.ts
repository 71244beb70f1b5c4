import { formatDuration } from "../../../ground/formats/wording/durationText.ts";
import { checkShape } from "../configuration/configurationObject.ts";

/** How images are checked. Times are in milliseconds, 0 for none. */
export interface ImagePolicyConfiguration {
  /** Path of a kubeconfig with the service's address and credentials. */
  readonly kubeConfigFile: string;
  /** How long a positive response is cached. */
  readonly allowTtl: number;
  /** How long a negative response is cached. */
  readonly denyTtl: number;
  /** The first delay between two attempts. */
  readonly retryBackoff: number;
  /** Whether images are allowed while the service is unreachable. */
  readonly defaultAllow: boolean;
}

type Written = Readonly<Partial<Record<"allowTTL" | "denyTTL" | "retryBackoff", number>>> & {
  readonly kubeConfigFile?: string;
  readonly defaultAllow?: boolean;
};

/** A configured time: its unit in milliseconds, and its bounds, of which `min` is exclusive. */
interface Range {
  readonly unit: number;
  readonly min: number;
  readonly max: number;
  readonly byDefault: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NANOSECOND = 1e-6;
const BACKOFF: Range = { unit: 1, min: NANOSECOND, max: 5 * MINUTE, byDefault: 500 };
const ALLOWED: Range = { unit: SECOND, min: SECOND, max: 30 * MINUTE, byDefault: 5 * MINUTE };
const DENIED: Range = { ...ALLOWED, byDefault: 30 * SECOND };

/** Reads the member `imagePolicy` of a configuration. @throws Error */
export function readImagePolicy(value: Readonly<Record<string, unknown>>): ImagePolicyConfiguration {
  const shape = { kubeConfigFile: "text", allowTTL: "number", denyTTL: "number", retryBackoff: "number" } as const;
  checkShape(
    { imagePolicy: value["imagePolicy"] ?? {} },
    { members: { imagePolicy: { ...shape, defaultAllow: "truth" } } },
  );
  const written = (value["imagePolicy"] ?? {}) as Written;
  const retryBackoff = timeOf(written.retryBackoff, BACKOFF);
  const allowTtl = timeOf(written.allowTTL, ALLOWED);
  const denyTtl = timeOf(written.denyTTL, DENIED);
  const { kubeConfigFile = "", defaultAllow = false } = written;
  return { kubeConfigFile, allowTtl, denyTtl, retryBackoff, defaultAllow };
}

/** @throws Error in the reference's words */
function timeOf(written: number | null | undefined, { unit, min, max, byDefault }: Range): number {
  if (written === -1) return 0;
  if (!written) return byDefault;
  const time = written * unit;
  if (time > min && time <= max) return time;
  const [least, most, got] = [min, max, time].map((each) => formatDuration(BigInt(Math.round(each * 1e6))));
  throw new Error(`valid value is between ${least} and ${most}, got ${got}`);
}
