import { runTask, type Task } from "./tasks.ts";

addEventListener("message", ({ data }: MessageEvent<Task>) => postMessage(runTask(data)));
