/** The drawing area of a chart, in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Multiples of the tick distance. */
const CPU_STEPS = [1, 2, 5, 10];
const BINARY_STEPS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Round tick values from zero to above the highest value, at most five. @param isBinary for bytes */
export function marksFor(highest: number, isBinary: boolean): number[] {
  const floor = isBinary ? 1024 : 0.001;
  const wanted = Math.max(highest, floor) / 4;
  const base = isBinary ? 1024 ** Math.floor(Math.log2(wanted) / 10) : 10 ** Math.floor(Math.log10(wanted));
  const steps = isBinary ? BINARY_STEPS : CPU_STEPS;
  const step = base * (steps.find((each) => each * base >= wanted) ?? steps[steps.length - 1] ?? 1);
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The path of a line. @param values time in milliseconds, and value */
export function linePath(
  values: readonly (readonly [at: number, value: number])[],
  box: Box,
  range: { readonly from: number; readonly to: number; readonly highest: number },
): string {
  const x = (at: number): number => box.left + ((at - range.from) / (range.to - range.from)) * (box.right - box.left);
  const y = (value: number): number => box.bottom - (value / range.highest) * (box.bottom - box.top);
  return values
    .map(([at, value], index) => `${index === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join("");
}

/** Whole minutes for the ticks of the time axis, at most six. */
export function timeMarks(from: number, to: number): number[] {
  const minute = 60_000;
  const step = [1, 2, 5, 10].find((each) => (to - from) / (each * minute) <= 6) ?? 30;
  const first = Math.ceil(from / (step * minute)) * step * minute;
  const marks: number[] = [];
  for (let at = first; at <= to; at += step * minute) marks.push(at);
  return marks;
}
