import type { Control } from "../../../src/control/control.ts";
import {
	type ControlServerOptions,
	createControlServer,
} from "../../../src/control/server/control-server.ts";
import { createControlledMock } from "../../support/controlled-mock.ts";

interface Changes extends Pick<ControlServerOptions, "ending" | "onError"> {
	/** Replaces functions of the control. */
	readonly change?: (control: Control) => Partial<Control>;
}

/** Opens a control server without a socket and without a page. */
export function openControlServer({ change, ...options }: Changes = {}) {
	const mock = createControlledMock();
	const server = createControlServer({
		control: { ...mock.control, ...change?.(mock.control) },
		document: async () => ({}),
		proposeEdits: async () => ({ diff: "", questions: [], isShipped: true }),
		...options,
	});
	return {
		mock,
		/** Sends a request to a path below `/__mock` from the given address. */
		send: (path: string, init: RequestInit = {}, address?: string) =>
			server(
				new Request(`http://localhost/__mock${path}`, {
					...init,
					headers: { ...init.headers, host: "localhost" },
				}),
				{ address },
			),
		[Symbol.asyncDispose]: mock.close,
	};
}
