import { checkRepertoire } from "./check-repertoire.ts";
import { type Control, createControl } from "./control.ts";
import { type BareCore, createBareCore } from "./create-bare-core.ts";
import type { MockOptions, Repertoire } from "./engine.ts";
import { restock } from "./restock.ts";
import type { Service } from "./service.ts";

export type { Responder } from "./create-bare-core.ts";

/** The mock before any transport is put around it; it loads neither MSW nor anything of Node. */
export interface Core extends Omit<BareCore, "engine"> {
	/** The journal, scenarios, faults, state and sessions. */
	readonly control: Control;
	/**
	 * Takes other datasets and scenarios; state stays, and scenarios in force are as they are in these.
	 * @throws RangeError for a scenario that cannot be, or where they lack what is in use
	 */
	restock(repertoire: Repertoire): Promise<void>;
}

/**
 * Puts the service on stage.
 * @throws RangeError for an unknown dataset or scenario, a scenario that cannot be, a number that cannot be used, or a
 *   clock that is no time
 * @throws TypeError for a base URL that is not absolute
 */
export function createCore(service: Service, options: MockOptions = {}): Core {
	checkRepertoire(service, options.repertoire ?? service);
	const { engine, ...core } = createBareCore(service, options);
	return {
		...core,
		control: createControl(engine),
		async restock(repertoire) {
			checkRepertoire(service, repertoire);
			await restock(engine, repertoire);
		},
	};
}
