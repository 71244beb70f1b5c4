import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A certificate authority in a folder, made with the system's openssl. */
export interface Authority {
  /** Path of its certificate. */
  readonly file: string;
  /** Issues a client certificate. `subject` is openssl's: `/O=group/CN=name`. */
  issue(name: string, subject: string): { readonly certificate: string; readonly key: string };
}

const EC_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

export function createAuthority(folder: string, name: string): Authority {
  const run = (...args: string[]): void => {
    execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  };
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  run("req", "-x509", ...EC_KEY, "-keyout", `${name}.key`, "-out", `${name}.crt`, "-subj", `/CN=${name}`, "-days", "1");
  return {
    file: join(folder, `${name}.crt`),
    issue(leaf, subject) {
      run("req", ...EC_KEY, "-keyout", `${leaf}.key`, "-out", `${leaf}.csr`, "-subj", subject);
      const by = ["-CA", `${name}.crt`, "-CAkey", `${name}.key`, "-CAcreateserial"];
      run("x509", "-req", "-in", `${leaf}.csr`, ...by, "-out", `${leaf}.crt`, "-days", "1");
      return { certificate: read(`${leaf}.crt`), key: read(`${leaf}.key`) };
    },
  };
}
