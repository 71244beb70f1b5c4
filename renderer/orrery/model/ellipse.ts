/** An ellipse around the centre of the picture, in pixels. */
export interface Ellipse {
  readonly x: number;
  readonly y: number;
  /** Half of the width. */
  readonly rx: number;
  /** Half of the height. */
  readonly ry: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  /** The parameter of the ellipse at this place, in radians; 0 is on the right, a quarter turn is at the bottom. */
  readonly angle: number;
}

export const TOP = -Math.PI / 2;
const SAMPLES = 720;

const pointAt = ({ x, y, rx, ry }: Ellipse, angle: number): Place => ({
  x: x + rx * Math.cos(angle),
  y: y + ry * Math.sin(angle),
  angle,
});

/** Places at equal distances along the ellipse. @param shift offset of the first place from the top, in distances */
export function spreadAlong(ellipse: Ellipse, count: number, shift: number): Place[] {
  const lengths = [0];
  let before = pointAt(ellipse, TOP);
  for (let i = 1; i <= SAMPLES; i++) {
    const next = pointAt(ellipse, TOP + (i / SAMPLES) * 2 * Math.PI);
    lengths.push((lengths[i - 1] ?? 0) + Math.hypot(next.x - before.x, next.y - before.y));
    before = next;
  }
  const whole = lengths[SAMPLES] ?? 0;
  const places: Place[] = [];
  let sample = 0;
  for (let i = 0; i < count; i++) {
    const wanted = ((i + shift) / count) * whole;
    while (sample < SAMPLES && (lengths[sample + 1] ?? whole) < wanted) sample++;
    const [from = 0, to = whole] = [lengths[sample], lengths[sample + 1]];
    const part = to > from ? (wanted - from) / (to - from) : 0;
    places.push(pointAt(ellipse, TOP + ((sample + part) / SAMPLES) * 2 * Math.PI));
  }
  return places;
}

/** Circumference, by Ramanujan's approximation. */
export function lengthOf({ rx, ry }: Ellipse): number {
  const h = ((rx - ry) / Math.max(1, rx + ry)) ** 2;
  return Math.PI * (rx + ry) * (1 + (3 * h) / (10 + Math.sqrt(4 - 3 * h)));
}

/**
 * Places whose names do not overlap: the first at the top, the others down the right side and up the left side, at
 * equal vertical distances.
 */
export function spreadInLines(ellipse: Ellipse, count: number): Place[] {
  if (count === 0) return [];
  const right = Math.ceil((count - 1) / 2);
  const left = count - 1 - right;
  const down = (lines: number): number[] =>
    Array.from({ length: lines }, (_, i) => Math.asin(-1 + (2 * (i + 0.75)) / (lines + 0.5)));
  const places = [pointAt(ellipse, TOP)];
  for (const angle of down(right)) places.push(pointAt(ellipse, angle));
  for (const angle of down(left).reverse()) places.push(pointAt(ellipse, Math.PI - angle));
  return places;
}
