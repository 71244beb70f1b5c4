import type { ProgramStart } from "../program.ts";
import { type StartFailure, server } from "../server.ts";

/** A database whose image does not start without a password, unless a variable explicitly allows that. */
interface Database {
  readonly port: number;
  readonly ready: string;
  /** Variables of which one must be set; each may also be given as `…_FILE`. */
  readonly passwords: readonly string[];
  readonly lines: (passwords: readonly string[]) => readonly string[];
}

const DATABASES: Readonly<Record<string, Database>> = {
  mysql: {
    port: 3306,
    ready: "[System] [MY-010931] [Server] /usr/sbin/mysqld: ready for connections. (simulated)",
    passwords: ["MYSQL_ROOT_PASSWORD", "MYSQL_ALLOW_EMPTY_PASSWORD", "MYSQL_RANDOM_ROOT_PASSWORD"],
    lines: (passwords) => [
      "[ERROR] [Entrypoint]: Database is uninitialized and password option is not specified",
      "    You need to specify one of the following as an environment variable:",
      ...passwords.map((each) => `    - ${each}`),
    ],
  },
  mariadb: {
    port: 3306,
    ready: "[Note] mariadbd: ready for connections. (simulated)",
    passwords: ["MARIADB_ROOT_PASSWORD", "MARIADB_ALLOW_EMPTY_ROOT_PASSWORD", "MARIADB_RANDOM_ROOT_PASSWORD"],
    lines: (passwords) => [
      "[ERROR] [Entrypoint]: Database is uninitialized and password option is not specified",
      `\tYou need to specify one of ${passwords.join(", ").replace(/, (\w+)$/, " and $1")}`,
    ],
  },
  postgres: {
    port: 5432,
    ready: "LOG:  database system is ready to accept connections (simulated)",
    passwords: ["POSTGRES_PASSWORD", "POSTGRES_HOST_AUTH_METHOD"],
    lines: ([password]) => [
      "Error: Database is uninitialized and superuser password is not specified.",
      `       You must specify ${password} to a non-empty value for the superuser.`,
    ],
  },
};

/** Why a database does not start; undefined when it starts. */
const failureOf = ({ passwords, lines }: Database, { env }: ProgramStart): StartFailure | undefined => {
  // The images also accept the older variable names.
  const names = [...passwords, ...passwords.map((each) => each.replace("MARIADB", "MYSQL"))];
  const isGiven = names.some((name) => (env.get(name) ?? env.get(`${name}_FILE`) ?? "") !== "");
  return isGiven ? undefined : { lines: lines(passwords), exitCode: 1 };
};

/** The database programs, by image name. */
export const DATABASE_PROGRAMS = Object.entries(DATABASES).map(
  ([name, database]) =>
    [
      name,
      server({
        ports: [database.port],
        failure: (start) => failureOf(database, start),
        lines: () => [database.ready],
      }),
    ] as const,
);
