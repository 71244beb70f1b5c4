import { join } from "node:path";
import { defaultDataDir } from "../../options/parseFlags.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folders on which a console of this user may run: that of `orrery console`, then those in which the desktop
 * application stores its sandbox, by the conventions of the system.
 */
export function consoleFolders(home: string, environment: Environment, platform: NodeJS.Platform): string[] {
  const applications =
    platform === "darwin"
      ? join(home, "Library/Application Support")
      : platform === "win32"
        ? (environment["APPDATA"] ?? join(home, "AppData/Roaming"))
        : (environment["XDG_CONFIG_HOME"] ?? join(home, ".config"));
  // The application has different names when packaged and when not.
  return [defaultDataDir(), ...["Orrery", "orrery"].map((name) => join(applications, name, "sandbox"))];
}
