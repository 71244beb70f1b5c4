import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath } from "../../../shared/resourcePath.ts";
import type { Command } from "../model/command.ts";
import { UsageError } from "../model/flags.ts";
import { needKind } from "../model/targets.ts";
import { containerOf, create, type Fields, nameIn, valueFlags } from "./creating.ts";

/** `create job`: a job from an image, or the job that a CronJob would start now. */
export const createJob: Command = {
  name: "create job",
  usage: "NAME --image=IMAGE [-- COMMAND …] | NAME --from=cronjob/NAME",
  summary: "Makes a job, of its own or out of a CronJob",
  flags: valueFlags("image", "from"),
  async run(input, session) {
    const name = nameIn(input);
    const from = input.value("from");
    if (from === "") {
      const template = { spec: { containers: [containerOf(name, input)], restartPolicy: "Never" } };
      await create("jobs.batch", { metadata: { name }, spec: { template } }, session);
      return;
    }
    const [kind = "", source = ""] = from.split("/");
    const type = needKind(kind, session.types);
    if (type.resource !== "cronjobs")
      throw new UsageError(`error: unknown object type ${type.kind}: --from takes cronjob/NAME`);
    const {
      apiVersion,
      kind: ownerKind,
      metadata,
      ...rest
    } = await session.ask({ path: resourcePath({ ...type, namespace: session.namespace, name: source }) });
    const { jobTemplate } = rest["spec"] as { jobTemplate: { metadata?: ApiObject["metadata"]; spec: Fields } };
    const annotations = {
      ...jobTemplate.metadata?.annotations,
      [session.vocabulary.render("cronjob.{labelDomain}/instantiate")]: "manual",
    };
    const owner = { apiVersion, kind: ownerKind, name: metadata.name, uid: metadata.uid, controller: true };
    const labels = jobTemplate.metadata?.labels;
    await create(
      "jobs.batch",
      {
        metadata: { name, annotations, ...(labels === undefined ? {} : { labels }), ownerReferences: [owner] } as {
          name: string;
        },
        spec: jobTemplate.spec,
      },
      session,
    );
  },
};
