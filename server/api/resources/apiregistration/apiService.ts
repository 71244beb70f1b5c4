/** The static shape of `apiregistration.{domain}/v1` APIService, which the type package lacks. */
export interface ApiService {
  readonly spec?: {
    readonly service?: { readonly namespace?: string; readonly name?: string; readonly port?: number } | null;
    readonly group?: string;
    readonly version?: string;
    readonly insecureSkipTLSVerify?: boolean;
    /** base64 */
    readonly caBundle?: string;
    readonly groupPriorityMinimum: number;
    readonly versionPriority: number;
  };
  readonly status?: {
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly lastTransitionTime?: string;
      readonly reason?: string;
      readonly message?: string;
    }[];
  };
}
