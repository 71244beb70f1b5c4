import { expect, it } from "vitest";
import { joinFrames } from "./webpAnimation.mjs";

/** A still WebP whose image has a number of bytes, with a chunk that is not part of the image. */
function still(bytes, fill) {
  const chunk = (name, content) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
  };
  const parts = [chunk("ICCP", Buffer.from("profile")), chunk("VP8 ", Buffer.alloc(bytes, fill))];
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...parts]));
}

/** Names and contents of the chunks in a part of a file. */
function chunksOf(file) {
  const found = [];
  for (let at = 0; at < file.length; ) {
    const end = at + 8 + file.readUInt32LE(at + 4);
    found.push({ name: file.toString("latin1", at, at + 4), content: file.subarray(at + 8, end) });
    at = end + (end % 2);
  }
  return found;
}

const FRAMES = [
  { webp: still(5, 1), x: 0, y: 0, width: 860, height: 600, duration: 80 },
  { webp: still(4, 2), x: 20, y: 8, width: 31, height: 2, duration: 160 },
];

it("joins still images into a container with correct chunk lengths", () => {
  const file = joinFrames(FRAMES);
  expect(file.toString("latin1", 0, 4) + file.toString("latin1", 8, 12)).toBe("RIFFWEBP");
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  const [head, loop, ...frames] = chunksOf(file.subarray(12));
  expect([head.name, loop.name, ...frames.map(({ name }) => name)]).toEqual(["VP8X", "ANIM", "ANMF", "ANMF"]);
  expect([head.content[0], head.content.readUIntLE(4, 3), head.content.readUIntLE(7, 3)]).toEqual([2, 859, 599]);
  expect(loop.content.readUInt16LE(4)).toBe(0);
});

it("gives each frame its position and duration, and only the image data", () => {
  const frame = chunksOf(joinFrames(FRAMES).subarray(12)).at(-1).content;
  expect([0, 3, 6, 9, 12].map((at) => frame.readUIntLE(at, 3))).toEqual([10, 4, 30, 1, 160]);
  expect(chunksOf(frame.subarray(16))).toEqual([{ name: "VP8 ", content: Buffer.alloc(4, 2) }]);
});

it("requires at least one frame", () => {
  expect(() => joinFrames([])).toThrow("needs a frame");
});
