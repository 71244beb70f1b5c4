import manifest from "../../../package.json" with { type: "json" };
import { API_VERSION } from "../../serving/endpoints/nonResource/version.ts";

/** What `--version` prints: the release of the API first, as the reference does, for scripts that look for it. */
export const versionText = `Kubernetes ${API_VERSION.gitVersion} (Orrery ${manifest.version})`;
