/** Red, green, blue and alpha, each 0 to 255, row by row. */
export interface Bitmap {
  readonly size: number;
  readonly pixels: Uint8Array;
}

type Colour = readonly [number, number, number];

/** A part of the mark. Its distance function is negative inside; the unit is that of a drawing 32 wide. */
interface Shape {
  readonly distance: (x: number, y: number) => number;
  readonly colour: Colour;
  readonly alpha: number;
}

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];

const disc =
  (cx: number, cy: number, r: number): Shape["distance"] =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - r;
const ring =
  (r: number, width: number): Shape["distance"] =>
  (x, y) =>
    Math.abs(Math.hypot(x - 16, y - 16) - r) - width / 2;
const tile =
  (radius: number): Shape["distance"] =>
  (x, y) => {
    const [dx, dy] = [Math.abs(x - 16) - 16 + radius, Math.abs(y - 16) - 16 + radius];
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  };

/** The mark of `renderer/ui/orrery.svg`, with bolder lines for small sizes. */
const TILE: readonly Shape[] = [
  { distance: tile(8), colour: [0x44, 0x53, 0xc4], alpha: 1 },
  { distance: ring(11, 2), colour: WHITE, alpha: 0.5 },
  { distance: disc(16, 16, 4.4), colour: WHITE, alpha: 1 },
  { distance: disc(22.5, 8.5, 2.8), colour: WHITE, alpha: 1 },
  { distance: disc(6.4, 21.3, 3), colour: [0xff, 0xd2, 0x7a], alpha: 1 },
];

/** Black on transparent: macOS draws such a template image in the colour of its menu bar. */
const TEMPLATE: readonly Shape[] = [
  { distance: ring(12.5, 2), colour: BLACK, alpha: 0.6 },
  { distance: disc(16, 16, 5.2), colour: BLACK, alpha: 1 },
  { distance: disc(24, 6.4, 3.2), colour: BLACK, alpha: 1 },
  { distance: disc(4.6, 21.3, 3.4), colour: BLACK, alpha: 1 },
];

/** Draws the mark. @param size its width and height in pixels */
export function drawMark(size: number, style: "tile" | "template"): Bitmap {
  const pixels = new Uint8Array(size * size * 4);
  const unit = 32 / size;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (const shape of style === "tile" ? TILE : TEMPLATE) {
        const distance = shape.distance((column + 0.5) * unit, (row + 0.5) * unit) / unit;
        const above = shape.alpha * Math.min(1, Math.max(0, 0.5 - distance));
        const below = alpha * (1 - above);
        const sum = above + below;
        if (sum === 0) continue;
        const [r, g, b] = shape.colour;
        red = (r * above + red * below) / sum;
        green = (g * above + green * below) / sum;
        blue = (b * above + blue * below) / sum;
        alpha = sum;
      }
      pixels.set([red, green, blue, alpha * 255].map(Math.round), (row * size + column) * 4);
    }
  }
  return { size, pixels };
}
