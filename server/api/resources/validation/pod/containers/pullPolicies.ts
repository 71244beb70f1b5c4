/** The policies for pulling an image. */
export const PULL_POLICIES = ["Always", "IfNotPresent", "Never"];
