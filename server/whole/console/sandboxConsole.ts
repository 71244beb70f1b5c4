import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { keepHeapSmall } from "../../ground/memory/heapGrowth.ts";
import type { ServerOptions } from "../options/options.ts";
import { type RunningServer, startServer } from "../server.ts";
import { type ClusterRegistry, createClusterRegistry } from "./clusterRegistry.ts";
import { type ConsoleHost, startConsoleHost } from "./consoleHost.ts";
import { announceInstance } from "./instance/instanceFile.ts";
import { kubeconfigPaths } from "./kubeconfig/kubeconfigPaths.ts";
import { openPreferences, type Preferences } from "./preferences.ts";
import { openAddedContexts } from "./remote/addedContexts.ts";
import { createBrowserSignIn } from "./remote/browserSignIn.ts";
import { createRemoteContexts } from "./remote/remoteContexts.ts";
import { loginShellEnvironment } from "./remote/shellEnvironment.ts";
import { FIRST_SANDBOX, openSandboxes, type Sandboxes } from "./sandboxes/sandboxes.ts";
import { sandboxOptions } from "./sandboxes/sandboxOptions.ts";
import { plainBox, type SecretBox } from "./secretBox.ts";

export interface ConsoleOptions {
  /** Folder of the built page. */
  readonly rendererDir: string;
  /** Default: any free port. */
  readonly port?: number;
  /** Protects stored credentials; default only the file's mode. */
  readonly secrets?: SecretBox;
  /** Whether it is started from a desktop: then the login shell's environment is read once, when it is first needed. */
  readonly isDesktop?: boolean;
  /** Default: that of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Folder for exported sandboxes; default the downloads folder, or else the home folder. */
  readonly exportFolder?: string;
  /** Brings the console's own window to the front, optionally at a path of the console. */
  readonly show?: (path?: string) => void;
  readonly now?: () => number;
}

/** A sandbox and the console on it. */
export interface SandboxConsole {
  /** The first sandbox, as it was started; the page may stop and restart it. */
  readonly server: RunningServer;
  readonly host: ConsoleHost;
  /** The clusters of the console; it reports changes. */
  readonly clusters: ClusterRegistry;
  readonly sandboxes: Sandboxes;
  /** Ends the console first, then all sandboxes, and closes their stores cleanly. */
  close(): Promise<void>;
}

/**
 * Starts the first sandbox and its console host: shared by the desktop shell and the browser start. Other sandboxes and
 * the contexts of kubeconfigs are listed, but not started or contacted automatically.
 * @throws as startServer and startConsoleHost do; a server that is already running is stopped again
 */
export async function startSandboxConsole(options: ServerOptions, page: ConsoleOptions): Promise<SandboxConsole> {
  keepHeapSmall();
  const clusters = createClusterRegistry();
  const preferences = await openPreferences(join(options.dataDir, "console", "preferences.json"), clusters.changed);
  const server = await startServer(await sandboxOptions(options, preferences.of(FIRST_SANDBOX)));
  try {
    return await startConsole({ server, clusters, preferences }, options, page);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The parts that are created before the console. */
interface Started {
  readonly server: RunningServer;
  readonly clusters: ClusterRegistry;
  readonly preferences: Preferences;
}

async function startConsole(
  { server, clusters, preferences }: Started,
  options: ServerOptions,
  page: ConsoleOptions,
): Promise<SandboxConsole> {
  const folder = join(options.dataDir, "console");
  const now = page.now ?? Date.now;
  const own = page.environment ?? process.env;
  // Contexts of other tools use the default vocabulary, whatever the sandbox uses.
  const vocabulary = createVocabulary();
  let asked: Promise<Readonly<Record<string, string | undefined>>> | undefined;
  const environment = () => {
    asked ??= page.isDesktop === true ? loginShellEnvironment(own) : Promise.resolve(own);
    return asked;
  };
  const sandboxes = await openSandboxes({
    clusters,
    preferences,
    folder: join(folder, "sandboxes"),
    exportFolder: () => page.exportFolder ?? downloads(),
    now,
    first: { options, running: server },
  });
  const added = await openAddedContexts(join(folder, "contexts"), page.secrets ?? plainBox);
  const paths = kubeconfigPaths(vocabulary, own);
  const signIn = createBrowserSignIn({
    added,
    now,
    reload: () => remotes.reload(),
    originOf: (id) => remotes.originOf(id),
  });
  const remotes = createRemoteContexts({
    clusters,
    added,
    preferences,
    paths,
    vocabulary,
    now,
    environment,
    oidc: signIn.credentialsFor,
  });
  await remotes.reload();
  const end = (): void => {
    remotes.close();
    signIn.close();
  };
  try {
    const parts = { sandboxes, remotes, added, preferences, signIn, paths, now };
    const host = await startConsoleHost({
      clusters,
      parts,
      rendererDir: page.rendererDir,
      ...(page.port === undefined ? {} : { port: page.port }),
      ...(page.show === undefined ? {} : { show: page.show }),
      now,
    });
    const retract = await announceInstance(options.dataDir, host);
    return {
      server,
      host,
      clusters,
      sandboxes,
      async close() {
        end();
        await retract();
        await host.close();
        await sandboxes.close();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

function downloads(): string {
  const folder = join(homedir(), "Downloads");
  return existsSync(folder) ? folder : homedir();
}
