import { type CpOptions, type FileContent, type FsStat, InMemoryFs, type RmOptions } from "just-bash/browser";
import { RefusedError } from "./refusals.ts";
import { withoutLinks } from "./symbolicLinks.ts";

/** Maximum bytes that one file system keeps in memory, and its default disk size in bytes. */
const MAX_KEPT = 64 * 1024 ** 2;
const DISK = 1024 ** 4;

/** Maximum number of zero bytes that are created to read a file without content. */
export const MAX_READ = 16 * 1024 ** 2;

type WriteOptions = Parameters<InMemoryFs["writeFile"]>[2];

/** Contents of which only the size is stored. */
const SPARSE = new WeakMap<Uint8Array, number>();

/**
 * Content for files too large for memory: the file has its full size, takes its space, and reads as zeros up to a
 * limit.
 * @param size in bytes
 */
export function sparseContent(size: number): Uint8Array {
  const content = new Uint8Array(0);
  SPARSE.set(content, size);
  return content;
}

/** An in-memory file system that tracks its total size as files are written, and enforces a limit. */
export class SizedFiles extends InMemoryFs {
  /** Maximum total size in bytes. */
  most = DISK;
  #used = 0;
  /** Size in bytes by path; folders and empty files have no entry. */
  readonly #sizes = new Map<string, number>();
  /** Paths of files that have a size but no stored content. */
  readonly #sparse = new Set<string>();
  /** Targets of symbolic links by path. */
  readonly #links = new Map<string, string>();

  constructor() {
    super({}, { maxTotalBytes: MAX_KEPT });
  }

  /** Total size of all files in bytes. */
  get used(): number {
    return this.#used;
  }

  get hasLinks(): boolean {
    return this.#links.size > 0;
  }

  /** The target of the symbolic link at a path; undefined when there is no link. */
  linkAt(path: string): string | undefined {
    return this.#links.get(path);
  }

  /** A path without symbolic links. @throws RefusedError when links lead to each other */
  withoutLinks(path: string): string {
    return this.hasLinks ? withoutLinks(path, (at) => this.linkAt(at)) : path;
  }

  override async symlink(target: string, path: string): Promise<void> {
    await super.symlink(target, path);
    this.#links.set(this.#key(path), target);
  }

  override async writeFile(path: string, content: FileContent, options?: WriteOptions): Promise<void> {
    const wanted = sizeOf(content, options);
    const taken = this.#room(path, wanted, content);
    await super.writeFile(path, partOf(content, taken), options);
    this.#settle(path, taken, content);
    if (taken < wanted) throw new RefusedError("No space left on device", path);
  }

  override async appendFile(path: string, content: FileContent, options?: WriteOptions): Promise<void> {
    const before = this.#sizes.get(this.#key(path)) ?? 0;
    const wanted = before + sizeOf(content, options);
    const taken = this.#room(path, wanted, content);
    await super.appendFile(path, partOf(content, taken - before), options);
    this.#settle(path, taken, this.#sparse.has(this.#key(path)) ? sparseContent(0) : content);
    if (taken < wanted) throw new RefusedError("No space left on device", path);
  }

  override async cp(from: string, to: string, options?: CpOptions): Promise<void> {
    const size = this.#sizes.get(this.#key(from));
    if (size !== undefined) this.#room(to, size);
    await super.cp(from, to, options);
    this.#follow(from, to);
  }

  override async mv(from: string, to: string): Promise<void> {
    await super.mv(from, to);
    if (this.#key(from) === this.#key(to)) return;
    this.#follow(from, to);
    this.#forget(from);
  }

  override async rm(path: string, options?: RmOptions): Promise<void> {
    await super.rm(path, options);
    this.#forget(path);
  }

  override async stat(path: string): Promise<FsStat> {
    const found = await super.stat(path);
    return this.#sparse.size === 0 ? found : this.#sized(found, await this.realpath(path));
  }

  override async lstat(path: string): Promise<FsStat> {
    return this.#sized(await super.lstat(path), this.#key(path));
  }

  override async readFileBuffer(path: string): Promise<Uint8Array> {
    const content = await super.readFileBuffer(path);
    if (this.#sparse.size === 0) return content;
    const real = await this.realpath(path);
    if (!this.#sparse.has(real)) return content;
    const size = this.#sizes.get(real) ?? 0;
    if (size > MAX_READ) throw new RefusedError("Cannot allocate memory", path);
    return new Uint8Array(size);
  }

  #key(path: string): string {
    return this.resolvePath("/", path);
  }

  #sized(found: FsStat, path: string): FsStat {
    return this.#sparse.has(path) ? { ...found, size: this.#sizes.get(path) ?? 0 } : found;
  }

  /**
   * The size that a write to a file may reach: as in a kernel, bytes are written as far as there is free space.
   * @throws RefusedError when there is none
   */
  #room(path: string, wanted: number, content?: FileContent): number {
    const free = this.most - this.#used + (this.#sizes.get(this.#key(path)) ?? 0);
    if (wanted <= free) return wanted;
    if (content instanceof Uint8Array) return free;
    throw new RefusedError("No space left on device", path);
  }

  #settle(path: string, size: number, content: FileContent): void {
    const key = this.#key(path);
    if (content instanceof Uint8Array && SPARSE.has(content)) this.#sparse.add(key);
    else this.#sparse.delete(key);
    this.#links.delete(key);
    this.#setSize(key, size);
  }

  /** Copies the entry of a file to another path. */
  #follow(from: string, to: string): void {
    const [source, target] = [this.#key(from), this.#key(to)];
    if (this.#sparse.has(source)) this.#sparse.add(target);
    else this.#sparse.delete(target);
    const link = this.#links.get(source);
    if (link === undefined) this.#links.delete(target);
    else this.#links.set(target, link);
    this.#setSize(target, this.#sizes.get(source) ?? 0);
  }

  #forget(path: string): void {
    const key = this.#key(path);
    this.#sparse.delete(key);
    this.#links.delete(key);
    this.#setSize(key, 0);
  }

  #setSize(key: string, size: number): void {
    this.#used += size - (this.#sizes.get(key) ?? 0);
    if (size === 0) this.#sizes.delete(key);
    else this.#sizes.set(key, size);
  }
}

const partOf = (content: FileContent, size: number): FileContent =>
  content instanceof Uint8Array ? content.subarray(0, size) : content;

/** The size of a content in bytes, interpreting texts as the library does. */
function sizeOf(content: FileContent, options: WriteOptions): number {
  if (typeof content !== "string") return SPARSE.get(content) ?? content.length;
  const encoding = typeof options === "string" ? options : options?.encoding;
  return Buffer.byteLength(content, encoding === "binary" ? "latin1" : (encoding ?? "utf8"));
}
