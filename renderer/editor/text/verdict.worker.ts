import { answerTo, type TextQuestion } from "./textQuestion.ts";

addEventListener("message", ({ data }: MessageEvent<TextQuestion>) => postMessage(answerTo(data)));
