import { expect, it } from "vitest";
import { sh } from "../testing/startRun.ts";

const HELLO = String.raw`printf 'Hello world\n\000\001\177abc'`;

it.each([
  [`${HELLO} | od -tx1`, "0000000 48 65 6c 6c 6f 20 77 6f 72 6c 64 0a 00 01 7f 61\n0000020 62 63\n0000022\n"],
  [
    `${HELLO} | od -An -c -tx2`,
    [
      "   H   e   l   l   o       w   o   r   l   d  \\n  \\0 001 177   a",
      "    6548    6c6c    206f    6f77    6c72    0a64    0100    617f",
      "   b   c",
      "    6362",
      "",
    ].join("\n"),
  ],
  ["printf Hello | od", "0000000 062510 066154 000157\n0000005\n"],
  [
    "printf Hello | od -td2 -tu4 -ta",
    "0000000   25928   27756     111\n             1819043144             111\n          H   e   l   l   o\n0000005\n",
  ],
  ["printf ab | od -tx4 -tx1", "0000000    00006261\n        61 62\n0000002\n"],
  ["printf Hello | od -A x -t x1z", "000000 48 65 6c 6c 6f                                   >Hello<\n000005\n"],
  ["printf abcdef | od -A d -j 2 -N 3 -t c", "0000002   c   d   e\n0000005\n"],
  ["head -c 64 /dev/zero | od -A n -t d1 -w4", "    0    0    0    0\n*\n"],
  ["od -N 8 -t u1 /dev/zero", "0000000   0   0   0   0   0   0   0   0\n0000010\n"],
  ["od -tq", "od: invalid type string 'q'\n"],
  ["od /none", "od: /none: No such file or directory\n"],
  ["od -A z", "od: invalid output address radix 'z'; it must be one character from [doxn]\n"],
])("%s", async (script, output) => expect((await sh(script)).output).toBe(output));
