import { service as zapsService } from "../../handlers/index.ts";
import type { Control } from "../../src/control/control.ts";
import { createControl } from "../../src/control/create-control.ts";
import { createEngine, type Engine } from "../../src/engine/engine.ts";
import type { MockOptions } from "../../src/engine/mock-options.ts";
import type { Presets, Service } from "../../src/engine/model/service.ts";
import {
	reloadPresets,
	validatePresets,
} from "../../src/engine/reload-presets.ts";
import type { SharedMock } from "../../src/engine/shared-mock.ts";
import { loadForwarder } from "../../src/service/load-forwarder.ts";

export interface ControlledMock extends Engine {
	readonly control: Control;
	reloadPresets(presets: Presets): Promise<void>;
}

/** Creates a mock without MSW handlers. */
export function createControlledMock(
	options: MockOptions = {},
	service: Service = zapsService,
	shared?: SharedMock,
): ControlledMock {
	validatePresets(service, options.presets ?? service);
	const engine = createEngine(
		service,
		{ loadForwarder, ...options },
		undefined,
		shared,
	);
	return {
		...engine,
		control: createControl(engine.context),
		reloadPresets: (presets) => reloadPresets(engine.context, presets),
	};
}
