/** The commands of the console's command line, and the session that they use. */
import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiRequest } from "../../api/requests/request.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import type { ObjectTab } from "../../app/urls.ts";
import type { Flag, Input } from "./flags.ts";

/** A page of the console that a command opens instead of printing output. */
export type Place =
  | {
      readonly kind: "object";
      readonly type: ResourceType;
      readonly namespace: string;
      readonly name: string;
      readonly tab: ObjectTab;
    }
  | { readonly kind: "create" };

/** A command in a container, without a terminal. */
export interface ContainerCommand {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly command: readonly string[];
}

/** What a command works with: a cluster, and an output. */
export interface Session {
  readonly types: readonly ResourceType[];
  readonly vocabulary: Vocabulary;
  /** The default namespace of commands. */
  readonly namespace: string;
  readonly clusterName: string;
  readonly fieldManager: string;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Sends a request and prints the server's warnings. @throws ApiError */
  ask<T = ApiObject>(request: ApiRequest): Promise<T>;
  /** Reads a text that is not JSON, such as a log. @throws ApiError */
  fetchText(path: string): Promise<string>;
  /** Watches until the signal aborts. @param path with its query, without `watch` */
  watch(path: string, accept: string, onEvent: (event: { type: string; object: unknown }) => void): Promise<void>;
  /** Prints a log while it grows, until it ends or the signal aborts. */
  follow(path: string): Promise<void>;
  /** Runs a command in a container and prints its output. @returns its exit code */
  exec(command: ContainerCommand): Promise<number>;
  sleep(milliseconds: number): Promise<void>;
  print(text: string): void;
  open(place: Place): void;
  setNamespace(namespace: string): void;
  clear(): void;
}

export interface Command {
  /** Name, possibly of several words: `rollout undo`. */
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Synopsis of the arguments and flags. */
  readonly usage: string;
  /** One-line summary. */
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** @throws UsageError, ApiError */
  run(input: Input, session: Session): Promise<void>;
}

/** Flags that every command supports. */
export const COMMON_FLAGS: readonly Flag[] = [
  { name: "namespace", short: "n", takes: true },
  { name: "as", takes: true },
  { name: "as-group", takes: true },
  { name: "help", short: "h" },
];
