import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** Names of labels and annotations on slices, for one controller of slices. */
export interface SliceWords {
  readonly serviceName: string;
  readonly managedBy: string;
  /** The value of the label above. */
  readonly manager: string;
  readonly headless: string;
  readonly trigger: string;
  /** Labels that owners do not hand down. */
  readonly reserved: ReadonlySet<string>;
  /** For indices: the key of the service or Endpoints whose slice it is, when it is kept by this controller. */
  ofOwner(slice: ApiObject): string[];
}

/** @param controller which of the two: `endpointslice-controller` */
export function sliceWords(vocabulary: Vocabulary, controller: string): SliceWords {
  const serviceName = vocabulary.render("{labelDomain}/service-name");
  const managedBy = vocabulary.render("endpointslice.{labelDomain}/managed-by");
  const headless = vocabulary.render("service.{labelDomain}/headless");
  const manager = vocabulary.render(`${controller}.{domain}`);
  return {
    serviceName,
    managedBy,
    manager,
    headless,
    trigger: vocabulary.render("endpoints.{labelDomain}/last-change-trigger-time"),
    reserved: new Set([serviceName, managedBy, headless]),
    ofOwner({ metadata: { namespace = "", labels = {} } }) {
      const name = labels[serviceName];
      return name === undefined || labels[managedBy] !== manager ? [] : [`${namespace}/${name}`];
    },
  };
}
