import { objectIn, type TextQuestion, verdictOn } from "./textVerdict.ts";

addEventListener("message", ({ data: { text, about } }: MessageEvent<TextQuestion>) =>
  postMessage(about === "verdict" ? verdictOn(text) : objectIn(text)),
);
