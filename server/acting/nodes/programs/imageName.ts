/** The last part of a path without registry, tag and digest: `nginx` of `docker.io/library/nginx:1.27`, `sh` of `/bin/sh`. */
export const baseName = (image: string): string => /([^/@:]+)(?::[^/]*)?(?:@.*)?$/.exec(image)?.[1] ?? image;
