import manifest from "../../../package.json" with { type: "json" };
import { API_VERSION } from "../../serving/endpoints/nonResource/version.ts";

/** The output of `--version`: the release of the API first, as in the reference, for scripts that parse it. */
export const versionText = `Kubernetes ${API_VERSION.gitVersion} (Orrery ${manifest.version})`;
