import type { Archive, Json } from "./archive.ts";
import type { Demand } from "./demands.ts";
import type { Microseconds } from "./moment.ts";

export interface Scene {
	readonly archive: Archive;
	readonly mint: (prefix: string) => string;
	readonly clock: () => Microseconds;
	readonly expose: () => string;
}

export interface Answer {
	readonly status: number;
	/** A string is sent unchanged, any other value as JSON. */
	readonly body: Json | string;
}

export interface Operation {
	readonly name: string;
	/** The validation of the body. Without it, no body is read. */
	readonly demand?: Demand;
	readonly answer: (scene: Scene, body: Json, query: URLSearchParams) => Answer;
}
