/** The memory of a worker without a given amount, and that of the parent of the workers. */
const USUAL_BYTES = "256M";
const IDLE = "1Mi";
/** Binary units as programs named `stress` write them. */
const UNITS: Readonly<Record<string, string>> = { b: "", k: "Ki", m: "Mi", g: "Gi" };

/**
 * The usage of a load generator, which follows from its options: `--cpu N`, `--vm N --vm-bytes 150M` of stress, or
 * `-cpus N -mem-total 150Mi` of the reference's examples.
 */
export function stressLoad(argv: readonly string[]): { readonly cpu: string; readonly memory: string } {
  const option = (...names: readonly string[]): string | undefined => {
    const at = argv.findIndex((arg) => names.includes(arg.split("=")[0] ?? ""));
    const [, joined] = (argv[at] ?? "").split("=");
    return at < 0 ? undefined : (joined ?? argv[at + 1]);
  };
  const workers = count(option("--vm", "-m"));
  const [, amount = "0", unit = ""] = /^(\d+)([bkmg]?)$/i.exec(option("--vm-bytes") ?? USUAL_BYTES) ?? [];
  const memory = workers > 0 ? `${workers * Number(amount)}${UNITS[unit.toLowerCase()] ?? ""}` : option("-mem-total");
  const isBusy = workers > 0 && option("--vm-hang") === undefined ? workers : 0;
  return { cpu: String(count(option("--cpu", "-c", "-cpus")) + isBusy), memory: memory ?? IDLE };
}

const count = (text: string | undefined): number => (/^\d+$/.test(text ?? "") ? Number(text) : 0);
