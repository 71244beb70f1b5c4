import { lazyPart } from "../ui/lazyPart.tsx";

/** {@link import("./SandboxDialog.tsx").SandboxDialog}, with everything that a sandbox may begin with, once it is asked for. */
export const SandboxDialog = lazyPart(() => import("./SandboxDialog.tsx").then((m) => m.SandboxDialog));
/** {@link import("./MergeDialog.tsx").MergeDialog}, once it is asked for. */
export const MergeDialog = lazyPart(() => import("./MergeDialog.tsx").then((m) => m.MergeDialog));
