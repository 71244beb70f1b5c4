import { answeringExec } from "../execProbe.ts";
import { baseName } from "../imageName.ts";
import { accessLine, echo, hostname, picture, podNamePage, welcome } from "../pages.ts";
import type { Program, ProgramStart } from "../program.ts";
import { scripted } from "../scripted.ts";
import { server } from "../server.ts";
import { runInMachine, shellProgram } from "../shell.ts";
import { fileServer } from "../testImage/fileServer.ts";
import { sampleServer, testImage } from "../testImage/testImage.ts";
import { annotated } from "./annotated.ts";
import { commandProgram } from "./commands.ts";
import { DATABASE_PROGRAMS } from "./databases.ts";
import { DOCUMENT_ROOTS } from "./imageFiles.ts";
import { oneShot } from "./oneShots.ts";
import { unknownImage } from "./unknownImage.ts";
import { httpdFailure, nginxFailure } from "./webServerStart.ts";

const echoServer = server({ ports: [8080], handle: echo, accessLine });

const KNOWN: ReadonlyMap<string, Program> = new Map<string, Program>([
  ["pause", server({})],
  [
    "nginx",
    server({
      ports: [80],
      failure: nginxFailure,
      lines: () => ["nginx: simulated, ready for start up", "start worker processes"],
      handle: fileServer(DOCUMENT_ROOTS.nginx, welcome("Welcome to nginx!")),
      accessLine,
    }),
  ],
  [
    "httpd",
    server({
      ports: [80],
      failure: httpdFailure,
      lines: () => ["AH00094: Command line: 'httpd -D FOREGROUND' (simulated)"],
      handle: fileServer(DOCUMENT_ROOTS.httpd, welcome("It works!")),
      accessLine,
    }),
  ],
  ["redis", server({ ports: [6379], lines: () => ["* Ready to accept connections tcp (simulated)"] })],
  ...DATABASE_PROGRAMS,
  ["nautilus", server({ ports: [80], handle: picture("nautilus.jpg"), accessLine })],
  ["kitten", server({ ports: [80], handle: picture("kitten.jpg"), accessLine })],
  ["echoserver", echoServer],
  ["echo-server", echoServer],
  ["http-echo", server({ ports: [5678], handle: echo, accessLine })],
  ["hello-app", server({ ports: [8080], handle: podNamePage, accessLine })],
  ["serve-hostname", server({ ports: [9376], handle: hostname })],
]);

/**
 * The reference's test image that reports its effective user: it runs set-user-ID root, and becomes root when it may.
 */
const noNewRights = ({ image, rights }: Pick<ProgramStart, "image" | "rights">): Program | undefined => {
  if (baseName(image) !== "nonewprivs") return undefined;
  const user = rights?.mayGainMore === false ? "$(id -u)" : "0";
  return runInMachine(["sh", "-c", `echo "Effective uid: ${user}"`]);
};

/** The default program of an image. */
const programOf = (image: string): Program => KNOWN.get(baseName(image)) ?? unknownImage;

/** The program that simulates an image, and the command that it runs. */
export const programFor = (start: Pick<ProgramStart, "image" | "command" | "args" | "rights">): Program =>
  annotated(
    answeringExec(
      commandProgram(start) ??
        noNewRights(start) ??
        shellProgram(start) ??
        testImage(start) ??
        sampleServer(start) ??
        oneShot(start) ??
        scripted(start, programOf(start.image), !KNOWN.has(baseName(start.image))) ??
        programOf(start.image),
    ),
  );
