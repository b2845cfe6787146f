import { type Control, createControl } from "./control/control.ts";
import { type BareCore, createBareCore } from "./engine/create-bare-core.ts";
import type { MockOptions, Presets } from "./engine/engine.ts";
import type { Service } from "./engine/service.ts";
import { reloadPresets } from "./engine/sessions/reload-presets.ts";
import { validatePresets } from "./engine/sessions/validate-presets.ts";

export type { Responder } from "./engine/create-bare-core.ts";

/** The mock before any transport is put around it; it loads neither MSW nor anything of Node. */
export interface Core extends Omit<BareCore, "engine"> {
	/** The journal, scenarios, faults, state and sessions. */
	readonly control: Control;
	/**
	 * Takes other datasets and scenarios; state stays, and scenarios in force are as they are in these.
	 * @throws RangeError for a scenario that cannot be, or where they lack what is in use
	 */
	reloadPresets(repertoire: Presets): Promise<void>;
}

/**
 * Puts the service on stage.
 * @throws RangeError for an unknown dataset or scenario, a scenario that cannot be, a number that cannot be used, or a
 *   clock that is no time
 * @throws TypeError for a base URL that is not absolute
 */
export function createCore(service: Service, options: MockOptions = {}): Core {
	validatePresets(service, options.presets ?? service);
	const { engine, ...core } = createBareCore(service, options);
	return {
		...core,
		control: createControl(engine),
		async reloadPresets(repertoire) {
			validatePresets(service, repertoire);
			await reloadPresets(engine, repertoire);
		},
	};
}
