import { chromium } from "playwright-core";

/** Quality from 0 to 1: moving content is visible only for a moment. */
const QUALITY = 0.8;
/** Width of the animation in pixels; the height is scaled accordingly. */
const WIDTH = 960;

/**
 * @typedef {object} Frame
 * @property {Buffer} webp the part of the picture that changed, as a still WebP
 * @property {number} x position of that part; even, as the format requires
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {number} duration in milliseconds
 */

/**
 * Converts PNG pictures to one WebP that plays them in an endless loop. The browser encodes, as in {@link ./webp.mjs};
 * of each picture only the rectangle that changed is kept.
 *
 * @param {readonly Buffer[]} pngs all of the same size
 * @param {number} duration of each, in milliseconds
 * @param {string | undefined} executablePath path of a Chromium
 * @returns {Promise<Buffer>}
 */
export async function animationOf(pngs, duration, executablePath) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    /** @type {Frame[]} */
    const frames = [];
    for (const png of pngs) {
      const part = await page.evaluate(encodeChange, [png.toString("base64"), QUALITY, WIDTH]);
      const last = frames.at(-1);
      if (part !== undefined) frames.push({ ...part, webp: Buffer.from(part.base64, "base64"), duration });
      else if (last !== undefined) last.duration += duration;
    }
    return joinFrames(frames);
  } finally {
    await browser.close();
  }
}

/** Runs in the page, which remembers the previous picture. @returns undefined when nothing changed */
async function encodeChange([png, quality, width]) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const height = Math.round((image.naturalHeight / image.naturalWidth) * width);
  const canvasOf = (w, h) => Object.assign(document.createElement("canvas"), { width: w, height: h });
  const context = canvasOf(width, height).getContext("2d", { alpha: false, willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const before = globalThis.pixelsBefore;
  globalThis.pixelsBefore = pixels;
  let [left, top, right, bottom] = before === undefined ? [0, 0, width, height] : [width, height, 0, 0];
  if (before !== undefined) {
    for (let i = 0; i < pixels.length; i++) {
      if (pixels[i] === before[i]) continue;
      const [x, y] = [i % width, Math.floor(i / width)];
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + 1);
      bottom = Math.max(bottom, y + 1);
    }
    if (right === 0) return undefined;
    left -= left % 2;
    top -= top % 2;
  }
  const size = { width: right - left, height: bottom - top };
  const part = canvasOf(size.width, size.height);
  part.getContext("2d", { alpha: false }).drawImage(context.canvas, -left, -top);
  const address = part.toDataURL("image/webp", quality);
  return { x: left, y: top, ...size, base64: address.slice(address.indexOf(",") + 1) };
}

/**
 * Writes the frames as one file of the WebP container, which plays them in an endless loop.
 *
 * @param {readonly Frame[]} frames the first one covers the whole picture
 * @returns {Buffer}
 */
export function joinFrames(frames) {
  const [first] = frames;
  if (first === undefined) throw new Error("an animation needs a frame");
  const IS_ANIMATED = 0x02;
  const IS_OPAQUE = 0x02;
  const head = Buffer.concat([number(IS_ANIMATED, 4), number(first.width - 1, 3), number(first.height - 1, 3)]);
  const background = 0xffffffff;
  const forEver = 0;
  const parts = [
    chunk("VP8X", head),
    chunk("ANIM", Buffer.concat([number(background, 4), number(forEver, 2)])),
    ...frames.map(({ webp, x, y, width, height, duration }) => {
      const place = [x / 2, y / 2, width - 1, height - 1, duration].map((value) => number(value, 3));
      return chunk("ANMF", Buffer.concat([...place, number(IS_OPAQUE, 1), imageOf(webp)]));
    }),
  ];
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...parts]));
}

/** The chunks of a still WebP that contain its image. */
function imageOf(webp) {
  const kept = [];
  for (let at = 12; at + 8 <= webp.length; ) {
    const end = at + 8 + webp.readUInt32LE(at + 4);
    const next = end + (end % 2);
    if (["VP8 ", "VP8L", "ALPH"].includes(webp.toString("latin1", at, at + 4))) kept.push(webp.subarray(at, next));
    at = next;
  }
  return Buffer.concat(kept);
}

/** A chunk with its name and length, padded to an even number of bytes. */
const chunk = (name, content) =>
  Buffer.concat([Buffer.from(name), number(content.length, 4), content, Buffer.alloc(content.length % 2)]);

/** A number in a fixed number of bytes, little-endian. */
function number(value, bytes) {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}
