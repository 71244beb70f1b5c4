import { lazyPart } from "../../ui/lazyPart.tsx";

/**
 * {@link import("./SandboxDialog.tsx").SandboxDialog}, with all example content for a new sandbox; loaded when it first
 * opens.
 */
export const SandboxDialog = lazyPart(() => import("./SandboxDialog.tsx").then((m) => m.SandboxDialog));
/** {@link import("./MergeDialog.tsx").MergeDialog}, loaded when it first opens. */
export const MergeDialog = lazyPart(() => import("./MergeDialog.tsx").then((m) => m.MergeDialog));
