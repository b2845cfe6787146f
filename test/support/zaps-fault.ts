import type { Fault } from "../../src/faults/fault.ts";

/** Creates a fault of `listZaps`, even from invalid properties. */
export const zapsFault = (properties: object): Fault =>
	({ operation: "listZaps", ...properties }) as Fault;
