/** The last part of a path without registry, tag and digest: `nginx` of `docker.io/library/nginx:1.27`, `sh` of `/bin/sh`. */
export function baseName(image: string): string {
  const [path = ""] = image.split("@", 1);
  const [name = ""] = path.slice(path.lastIndexOf("/") + 1).split(":", 1);
  return name === "" ? image : name;
}
