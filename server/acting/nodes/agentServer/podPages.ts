import { each, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { PodLife } from "../pods/podLife.ts";

/** The content of `/pods`: the agent's pods, with their status as the agent has it. */
export const podsPage = (lives: readonly PodLife[], vocabulary: Vocabulary): Steps<string> =>
  podList(lives, ({ pod, status }) => ({
    metadata: {
      ...pod.metadata,
      annotations: {
        ...pod.metadata.annotations,
        [vocabulary.render("{labelDomain}/config.seen")]: status.startTime ?? pod.metadata.creationTimestamp,
        [vocabulary.render("{labelDomain}/config.source")]: "api",
      },
    },
    spec: pod.spec,
    status,
  }));

/** The content of `/runningpods/`: running pods, only with those fields that a container runtime reports. */
export const runningPodsPage = (lives: readonly PodLife[]): Steps<string> =>
  podList(
    lives.filter(({ containers }) => containers.some(({ isRunning }) => isRunning)),
    ({ pod, containers }) => {
      const { name, namespace, uid } = pod.metadata;
      return {
        metadata: { name, namespace, uid, creationTimestamp: null },
        spec: {
          containers: containers
            .filter(({ isRunning }) => isRunning)
            .map((container) => ({ name: container.name, image: container.status.image, resources: {} })),
        },
        status: {},
      };
    },
  );

function* podList(lives: readonly PodLife[], show: (life: PodLife) => unknown): Steps<string> {
  const items = yield* each(lives, (life) => JSON.stringify(show(life)));
  return `{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[${items.join(",")}]}\n`;
}
