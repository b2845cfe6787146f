import type { Fault } from "../../src/faults/fault.ts";

/** Creates a fault of `listZaps`. Accepts invalid properties too. */
export const listZapsFault = (properties: object): Fault =>
	({ operation: "listZaps", ...properties }) as Fault;
