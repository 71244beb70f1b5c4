/** When a node fetches an image. */
export const PULL_POLICIES = ["Always", "IfNotPresent", "Never"];
