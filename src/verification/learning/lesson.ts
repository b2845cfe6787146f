import type { ProviderResponse } from "../contract.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Habits } from "./read-trial.ts";
import type { Repair } from "./repairs.ts";

/** What a service must be asked to learn about one operation. */
export interface Lesson extends Pick<Habits, "path" | "codes"> {
	/** Returns a new body that is valid by the document. */
	readonly createBody: () => unknown;
	/** Sends a body. Returns undefined if there is no response, or if the maximum number of requests is reached. */
	readonly send: (body: unknown) => Promise<ProviderResponse | undefined>;
	/** Common names of envelopes, such as the resource. */
	readonly wrappers: readonly string[];
	readonly knowledge: Knowledge;
	/** The repairs of other bodies of the operation. */
	readonly repairs: readonly Repair[];
}
