import { each, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { PodLife } from "../pods/podLife.ts";

/** What `/pods` shows: the pods that the agent has, with their status as it knows it. */
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

/** What `/runningpods/` shows: what runs, with no more than a container's runtime knows of it. */
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
