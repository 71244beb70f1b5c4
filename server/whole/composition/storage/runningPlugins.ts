import type { KmsProvider } from "../../../store/storage/encryption/encryptionRules.ts";
import type { KmsPlugin } from "../../../store/storage/encryption/kms/kmsPlugin.ts";

/**
 * The KMS plug-ins of one server: those in use, those of a configuration that is being tried, and replaced ones that
 * finish their calls. Each has a connection and timers, so each must be stopped once.
 */
export class RunningPlugins {
  readonly #create: (provider: KmsProvider) => Promise<KmsPlugin>;
  readonly #running = new Set<KmsPlugin>();
  #isEnded = false;

  constructor(create: (provider: KmsProvider) => Promise<KmsPlugin>) {
    this.#create = create;
  }

  /**
   * Creates the plug-ins of these providers, in their order, and checks their health once. A plug-in may be unavailable
   * then: it is checked again until it responds.
   * @throws Error when one cannot be created, or the server has stopped meanwhile: then none of them runs
   */
  async start(providers: readonly KmsProvider[]): Promise<KmsPlugin[]> {
    const started: KmsPlugin[] = [];
    try {
      for (const provider of providers) {
        const plugin = await this.#create(provider);
        this.#running.add(plugin);
        started.push(plugin);
      }
      await Promise.all(started.map((plugin) => plugin.start()));
      if (this.#isEnded) throw new Error("the server has stopped");
      return started;
    } catch (error) {
      this.stop(started);
      throw error;
    }
  }

  stop(plugins: Iterable<KmsPlugin>): void {
    for (const plugin of plugins) {
      if (this.#running.delete(plugin)) plugin.stop();
    }
  }

  /** Stops all plug-ins, also those that start later. */
  end(): void {
    this.#isEnded = true;
    this.stop(this.#running);
  }
}
