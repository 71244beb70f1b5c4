/** An available version. */
interface Update {
  /** For example `1.2.3`. */
  readonly version: string;
  /** Address of the web page that describes and offers it. */
  readonly page: string;
}

/** Reports the newest version. The application contacts it only when the user asks for a check. */
export interface UpdateSource {
  /** @throws Error when the feed does not answer as expected */
  latest(): Promise<Update>;
}

/** Environment variable with the feed's address; without it, no check contacts anything. */
const UPDATE_FEED = "ORRERY_UPDATE_FEED";

const MAX_ANSWER = 64 * 1024;
const TIMEOUT = 10_000;

/**
 * The source that the environment names: the https address of a JSON object with `version` and `page`. Undefined, which
 * switches the check off, when the variable is missing or not such an address.
 */
export function updateSourceOf(
  environment: Readonly<Record<string, string | undefined>>,
  get: typeof fetch = fetch,
): UpdateSource | undefined {
  const feed = environment[UPDATE_FEED] ?? "";
  if (!isOverTls(feed)) return undefined;
  return {
    async latest() {
      const signal = AbortSignal.timeout(TIMEOUT);
      const answer = await get(feed, { redirect: "error", credentials: "omit", signal });
      const text = await answer.text();
      if (!answer.ok || text.length > MAX_ANSWER) throw new Error(`the feed answered ${answer.status}`);
      const { version, page } = JSON.parse(text) as Partial<Update>;
      const isOne = typeof version === "string" && /^\d+\.\d+\.\d+$/.test(version);
      if (!isOne || typeof page !== "string" || !isOverTls(page)) throw new Error("the feed names no version");
      return { version, page };
    },
  };
}

/** Whether `one` is a later version than `other`. */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split(/[-+]/)[0]?.split(".").map(Number) ?? []);
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function isOverTls(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === "https:";
}
