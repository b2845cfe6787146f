import { inject } from "vitest";

declare module "vitest" {
	interface ProvidedContext {
		exhaustive: boolean;
	}
}

/** Whether `npm run test:exhaustive` runs, and not `npm test`. */
export const EXHAUSTIVE: boolean = inject("exhaustive");

/** Returns how often a property is checked: the full number, or a tenth of it in `npm test`. */
export const countRuns = (full: number): number =>
	EXHAUSTIVE ? full : Math.ceil(full / 10);
