interface Size {
  readonly width: number;
  readonly height: number;
}

/** The positions of the boxes, and the total size. */
export interface Packed extends Size {
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

/** Places boxes one below the other. */
export function stackBoxes(boxes: readonly Size[], gap: number): Packed {
  let y = 0;
  const places = boxes.map(({ height }) => {
    const place = { x: 0, y };
    y += height + gap;
    return place;
  });
  const width = boxes.reduce((most, box) => Math.max(most, box.width), 0);
  return { places, width, height: Math.max(0, y - gap) };
}

/** Target aspect ratio of the whole, because windows are wide. */
const SHAPE = 1.8;
/** Maximum vertical difference at which a place further left is preferred. */
const ABOUT = 48;

/** Places boxes in order, each as high as possible, and then as far left as possible. */
export function packBoxes(boxes: readonly Size[], gap: number): Packed {
  const limit = boxes.reduce((most, { width }) => Math.max(most, width), pleasantWidth(boxes, gap));
  /** The lower contour of the placed boxes, from left to right. */
  let skyline = [{ x: 0, y: 0 }];
  const places: { x: number; y: number }[] = [];
  let [right, bottom] = [0, 0];
  for (const { width, height } of boxes) {
    let best = { x: 0, y: Number.MAX_VALUE };
    for (const [i, { x }] of skyline.entries()) {
      if (x + width > limit && x > 0) break;
      let y = 0;
      for (let j = i; j < skyline.length && (skyline[j]?.x ?? 0) < x + width + gap; j++)
        y = Math.max(y, skyline[j]?.y ?? 0);
      if (y < best.y - ABOUT) best = { x, y };
    }
    places.push(best);
    right = Math.max(right, best.x + width);
    bottom = Math.max(bottom, best.y + height);
    skyline = raise(skyline, best.x, best.x + width + gap, best.y + height + gap);
  }
  return { places, width: right, height: bottom };
}

function pleasantWidth(boxes: readonly Size[], gap: number): number {
  const area = boxes.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  return Math.sqrt(area * SHAPE);
}

function raise(skyline: readonly { x: number; y: number }[], from: number, to: number, y: number) {
  const before = skyline.filter((step) => step.x < from);
  const after = skyline.filter((step) => step.x > to);
  const under = skyline.findLast((step) => step.x <= to)?.y ?? 0;
  return [...before, { x: from, y }, { x: to, y: under }, ...after];
}
