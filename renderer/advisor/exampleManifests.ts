/** Old manifests as an example input of the advisor. Group names follow the vocabulary. */
export const exampleManifests = (domain: string): string => `apiVersion: extensions/v1beta1
kind: Ingress
metadata:
  name: storefront
  namespace: shop
spec:
  rules:
    - host: shop.example.com
      http:
        paths:
          - path: /
            backend:
              serviceName: storefront
              servicePort: 80
---
apiVersion: batch/v1beta1
kind: CronJob
metadata:
  name: nightly-report
  namespace: shop
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers:
            - name: report
              image: shop/report:1.4
---
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata:
  name: storefront
  namespace: shop
spec:
  minAvailable: 1
  selector:
    matchLabels:
      app: storefront
---
apiVersion: networking.${domain}/v1
kind: NetworkPolicy
metadata:
  name: storefront
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: storefront
`;
