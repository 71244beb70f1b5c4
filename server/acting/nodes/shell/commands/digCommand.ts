import type { CustomCommand } from "just-bash/browser";
import { reverseName } from "../../network/reverseNames.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { command } from "./command.ts";
import { nameServer } from "./resolver.ts";

/** Time to live of an answer, in seconds. */
const TTL = 5;

/** Asks the cluster's name service: `dig +short web.shop.svc.cluster.local A`, `dig -x 10.96.0.1`. */
export function digCommand({ parts }: ShellProcess): CustomCommand {
  return command("dig", async (args, context) => {
    const options = new Set(args.filter((arg) => arg.startsWith("+")).map((arg) => arg.slice(1)));
    const reverse = args.indexOf("-x");
    const words = args.filter((arg) => !/^[+@-]/.test(arg));
    const [given = "", second] = words;
    const name = reverse < 0 ? given : reverseName(args[reverse + 1] ?? "");
    const type = reverse < 0 ? (second ?? "A").toUpperCase() : "PTR";
    const question = { name, type, isSearched: options.has("search") };
    const values = (await parts.call({ name: "records", question })) as readonly string[];
    if (options.has("short")) return values.map((value) => `${value}\n`).join("");
    const answers = values.map((value) => `${name.replace(/\.?$/, ".")}\t${TTL}\tIN\t${type}\t${value}\n`).join("");
    if (options.has("noall")) return options.has("answer") ? answers : "";
    const status = values.length === 0 ? "NXDOMAIN" : "NOERROR";
    const head = `;; ->>HEADER<<- opcode: QUERY, status: ${status}, ANSWER: ${values.length}\n`;
    return `${head};; QUESTION SECTION:\n;${name}.\t\tIN\t${type}\n\n;; ANSWER SECTION:\n${answers}\n;; SERVER: ${await nameServer(context)}#53\n`;
  });
}
