import { formatDuration } from "../../../ground/formats/wording/durationText.ts";
import { checkShape } from "../configuration/configurationObject.ts";

/** How images are judged; times in milliseconds, 0 for none. */
export interface ImagePolicyConfiguration {
  /** Path of a kubeconfig: whom to ask, with which credentials. */
  readonly kubeConfigFile: string;
  /** How long an answer counts that allows images, */
  readonly allowTtl: number;
  /** or that denies them. */
  readonly denyTtl: number;
  /** The first pause between two attempts. */
  readonly retryBackoff: number;
  /** Whether images are allowed while the service cannot be asked. */
  readonly defaultAllow: boolean;
}

type Written = Readonly<Partial<Record<"allowTTL" | "denyTTL" | "retryBackoff", number>>> & {
  readonly kubeConfigFile?: string;
  readonly defaultAllow?: boolean;
};

/** A time as it may be written: in units of so many milliseconds, from more than `min` to `max` milliseconds. */
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
