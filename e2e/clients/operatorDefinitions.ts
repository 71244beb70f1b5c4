/**
 * Definitions in the style of operators' generators: each has features that one family of well-known operators relies
 * on. The kinds are invented for this project.
 */

const version = (text: string): string => text.replaceAll(/^/gm, "  ");

/** A condition list with a default, transition rules, columns that filter, two served versions, a protected group. */
export const ENTRANCES = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: entranceclasses.doors.k8s.io
  annotations: {api-approved.kubernetes.io: "https://example.com/pull/7"}
spec:
  group: doors.k8s.io
  names: {kind: EntranceClass, listKind: EntranceClassList, plural: entranceclasses, singular: entranceclass, shortNames: [ec], categories: [doors]}
  scope: Cluster
  versions:
${["v1", "v1beta1"]
  .map((name) =>
    version(`- name: ${name}
  served: true
  storage: ${name === "v1"}
  subresources: {status: {}}
  additionalPrinterColumns:
    - {name: Keeper, type: string, jsonPath: .spec.keeper}
    - {name: Accepted, type: string, jsonPath: '.status.conditions[?(@.type=="Accepted")].status'}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
    - {name: About, type: string, priority: 1, jsonPath: .spec.about}
  schema:
    openAPIV3Schema:
      type: object
      required: [spec]
      properties:
        apiVersion: {type: string}
        kind: {type: string}
        metadata: {type: object}
        spec:
          type: object
          description: What the owner wants.
          required: [keeper]
          properties:
            about: {type: string, maxLength: 64}
            keeper:
              type: string
              description: Who keeps the entrances.
              minLength: 1
              maxLength: 253
              pattern: ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]+)*\\/[A-Za-z0-9\\/\\-._~%!$&'()*+,;=:]+$
              x-kubernetes-validations: [{rule: self == oldSelf, message: Value is immutable}]
        status:
          type: object
          default: {conditions: [{type: Accepted, status: Unknown, reason: Pending, message: Waiting, lastTransitionTime: "1970-01-01T00:00:00Z"}]}
          properties:
            conditions:
              type: array
              maxItems: 8
              x-kubernetes-list-type: map
              x-kubernetes-list-map-keys: [type]
              items:
                type: object
                required: [type, status, reason, message, lastTransitionTime]
                properties:
                  type: {type: string, maxLength: 316}
                  status: {type: string, enum: ["True", "False", Unknown]}
                  reason: {type: string, pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"}
                  message: {type: string, maxLength: 32768}
                  observedGeneration: {type: integer, format: int64, minimum: 0}
                  lastTransitionTime: {type: string, format: date-time}`),
  )
  .join("\n")}
`;

/** Integers or strings, patterns with flags, lists keyed by name, and the empty status that old generators write. */
export const ALARMS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: alarmrules.watching.example
  creationTimestamp: null
spec:
  group: watching.example
  names: {kind: AlarmRule, listKind: AlarmRuleList, plural: alarmrules, singular: alarmrule, shortNames: [alarm]}
  scope: Namespaced
  preserveUnknownFields: false
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              properties:
                groups:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items:
                    type: object
                    required: [name]
                    properties:
                      name: {type: string, minLength: 1}
                      every: {type: string, pattern: "^(0|(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$"}
                      partial: {type: string, pattern: "^(?i)(abort|warn)?$"}
                      rules:
                        type: array
                        items:
                          type: object
                          required: [expr]
                          properties:
                            expr: {description: What is watched., x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}
                            labels: {type: object, additionalProperties: {type: string}}
status:
  acceptedNames: {kind: "", plural: ""}
  conditions: []
  storedVersions: []
`;

/** A deprecated version, a conversion webhook that does not exist yet, values of any form, required status fields. */
export const REQUESTS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: fetchrequests.pipes.example, labels: {pipes.example/release: devel}}
spec:
  group: pipes.example
  names: {kind: FetchRequest, plural: fetchrequests, singular: fetchrequest, categories: [pipes]}
  scope: Namespaced
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1alpha1, v1beta1]
      clientConfig: {service: {name: pipes-webhook, namespace: pipes}}
  versions:
    - name: v1alpha1
      served: true
      deprecated: true
      storage: false
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {params: {type: object, additionalProperties: {type: string}}}}}}}
    - name: v1beta1
      served: true
      storage: true
      subresources: {status: {}}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                params:
                  type: array
                  x-kubernetes-list-type: atomic
                  items:
                    type: object
                    required: [name, value]
                    properties: {name: {type: string}, value: {x-kubernetes-preserve-unknown-fields: true}}
            status:
              type: object
              required: [data, source]
              properties: {data: {type: string}, source: {description: Where it came from., x-kubernetes-preserve-unknown-fields: true}}
      additionalPrinterColumns:
        - {name: Owner, type: string, jsonPath: ".metadata.ownerReferences[0].name"}
        - {name: Succeeded, type: string, jsonPath: ".status.conditions[?(@.type=='Succeeded')].status"}
        - {name: Started, type: string, jsonPath: .metadata.creationTimestamp}
`;

/**
 * One of several forms, numbers with formats, a scale, whole selectors, and pod templates with preserved unknown
 * fields.
 */
export const FLEETS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: fleets.ships.example}
spec:
  group: ships.example
  names: {kind: Fleet, listKind: FleetList, plural: fleets, singular: fleet, shortNames: [fl]}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        status: {}
        scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas, labelSelectorPath: .status.selector}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              oneOf:
                - not: {anyOf: [{required: [simple]}, {required: [weighted]}]}
                - required: [simple]
                - required: [weighted]
              properties:
                replicas: {type: integer, format: int32, default: 1, minimum: 0}
                simple: {type: string, enum: [ROUND, RANDOM]}
                weighted:
                  type: array
                  items: {type: object, properties: {weight: {type: integer, format: int32, maximum: 100}, share: {type: number, format: double}}}
                selector:
                  type: object
                  x-kubernetes-map-type: atomic
                  properties:
                    matchLabels: {type: object, additionalProperties: {type: string}}
                    matchExpressions:
                      type: array
                      x-kubernetes-list-type: atomic
                      items:
                        type: object
                        required: [key, operator]
                        properties: {key: {type: string}, operator: {type: string}, values: {type: array, x-kubernetes-list-type: atomic, items: {type: string}}}
                template: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
            status: {type: object, x-kubernetes-preserve-unknown-fields: true}
`;

/**
 * Unknown fields preserved below the root, rules on the root, bounds of quantities, and a status without properties in
 * a column.
 */
export const CLAIMS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: claims.planes.example
  annotations: {controller-gen.kubebuilder.io/version: v0.17.3}
spec:
  group: planes.example
  names: {kind: Claim, listKind: ClaimList, plural: claims, singular: claim, categories: [planes, managed]}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      subresources: {status: {}}
      additionalPrinterColumns:
        - {name: READY, type: string, jsonPath: ".status.conditions[?(@.type=='Ready')].status"}
        - {name: CONNECTION, type: string, jsonPath: .spec.writeTo.name}
      selectableFields: [{jsonPath: .spec.tier}]
      schema:
        openAPIV3Schema:
          type: object
          x-kubernetes-validations:
            - {rule: "!has(self.spec.size) || quantity(self.spec.size).isLessThan(quantity('1Ti'))", message: too large, fieldPath: .spec.size}
            - {rule: "self.metadata.name.size() <= 20", messageExpression: "'the name ' + self.metadata.name + ' is too long'"}
          properties:
            spec:
              type: object
              x-kubernetes-preserve-unknown-fields: true
              properties:
                tier: {type: string, default: small}
                size: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}], pattern: "^(\\\\+|-)?(([0-9]+(\\\\.[0-9]*)?)|(\\\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE])?$"}
                writeTo: {type: object, required: [name], properties: {name: {type: string}, namespace: {type: string, nullable: true}}}
            status:
              type: object
              x-kubernetes-preserve-unknown-fields: true
              properties:
                conditions:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [type]
                  items: {type: object, required: [type, status], properties: {type: {type: string}, status: {type: string}}}
`;

/** One object of each kind. */
export const OBJECTS = `apiVersion: doors.k8s.io/v1beta1
kind: EntranceClass
metadata: {name: front}
spec: {keeper: example.net/doorkeeper, about: the one in the street}
---
apiVersion: watching.example/v1
kind: AlarmRule
metadata: {name: night}
spec: {groups: [{name: one, every: 1m30s, partial: WARN, rules: [{expr: 1}, {expr: up == 0, labels: {a: b}}]}]}
---
apiVersion: pipes.example/v1beta1
kind: FetchRequest
metadata: {name: fetch}
spec: {params: [{name: a, value: 1}, {name: b, value: [x]}, {name: c, value: {d: e}}]}
---
apiVersion: ships.example/v1
kind: Fleet
metadata: {name: north}
spec:
  simple: ROUND
  selector: {matchLabels: {app: ship}}
  template: {apiVersion: v1, kind: Pod, metadata: {name: ship, labels: {app: ship}}, spec: {containers: [{name: c, image: ship}]}}
---
apiVersion: planes.example/v1
kind: Claim
metadata: {name: data}
spec: {size: 10Gi, writeTo: {name: out, namespace: null}, anything: {goes: [1, two]}}
`;
