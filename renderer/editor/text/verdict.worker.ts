import { verdictOn } from "./textVerdict.ts";

addEventListener("message", ({ data }: MessageEvent<string>) => postMessage(verdictOn(data)));
