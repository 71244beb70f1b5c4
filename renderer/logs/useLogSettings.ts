import { useViewNames } from "../app/useViewNames.ts";
import { useViewParam } from "../app/useViewParam.ts";

/** Choices for the maximum age of log lines, in seconds; empty for all. */
export const SINCE = ["", "60", "300", "900", "3600", "21600", "86400"] as const;
/** Choices for the maximum number of lines per container; empty for all. */
export const TAIL = ["100", "1000", "10000", ""] as const;

const USUAL_TAIL = "1000";
const ALL = "all";

/** The settings of the log view; all are in the address. */
export function useLogSettings() {
  const [since, setSince] = useViewParam("since");
  const [tail, setTail] = useViewParam("tail", USUAL_TAIL);
  const [previous, setPrevious] = useViewParam("previous");
  const [times, setTimes] = useViewParam("times");
  const [wrap, setWrap] = useViewParam("wrap");
  const [only, setOnly] = useViewParam("only");
  const [text, setText] = useViewParam("q");
  const hidden = useViewNames("without");
  const flag = (value: string, set: (value: string) => void) =>
    ({ on: value === "1", set: (on: boolean) => set(on ? "1" : "") }) as const;
  return {
    since: { value: numberIn(since) === undefined ? "" : since, set: setSince },
    tail: {
      value: numberIn(tail) === undefined ? "" : tail,
      set: (value: string) => setTail(value === "" ? ALL : value),
    },
    previous: flag(previous, setPrevious),
    times: flag(times, setTimes),
    wrap: flag(wrap, setWrap),
    /** Whether to show only lines with the search text. */
    only: flag(only, setOnly),
    text: { value: text, set: setText },
    /** The hidden containers, as `pod/container`. */
    hidden,
    options: { sinceSeconds: numberIn(since), tailLines: numberIn(tail), previous: previous === "1" },
  };
}

export type LogSettings = ReturnType<typeof useLogSettings>;

/** A positive integer; undefined for anything else. */
function numberIn(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
