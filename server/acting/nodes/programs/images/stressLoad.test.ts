import { expect, it } from "vitest";
import { stressLoad } from "./stressLoad.ts";

it.each([
  ["stress --vm 1 --vm-bytes 150M --vm-hang 1", "0", "150Mi"],
  ["stress --vm 2 --vm-bytes=1g", "2", "2Gi"],
  ["stress --vm 1", "1", "256Mi"],
  ["stress --cpu 3", "3", "1Mi"],
  ["-cpus 2", "2", "1Mi"],
  ["-mem-total 150Mi -mem-alloc-size 10Mi", "0", "150Mi"],
  ["sleep 10", "0", "1Mi"],
])("%s uses %s processors and %s", (text, cpu, memory) => expect(stressLoad(text.split(" "))).toEqual({ cpu, memory }));
