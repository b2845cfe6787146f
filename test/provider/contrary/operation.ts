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
	/** Text is sent as it is, all else as JSON. */
	readonly body: Json | string;
}

export interface Operation {
	readonly name: string;
	/** Of a body; without one, none is read. */
	readonly demand?: Demand;
	readonly answer: (scene: Scene, body: Json, query: URLSearchParams) => Answer;
}
