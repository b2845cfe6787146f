import { createMock, type MockOptions } from "../../../src/entries/index.ts";
import { createSend } from "../../support/send-json.ts";

/** Creates a mock without records, and functions that send it requests. */
export function openHandlers(options: MockOptions = {}) {
	const errors: unknown[] = [];
	const mock = createMock({
		dataset: "empty",
		onError: (error) => errors.push(error),
		...options,
	});
	const send = createSend(mock.fetch);
	return {
		...{ mock, send, errors },
		create: async (name: string) =>
			(await send("POST", "/v1/zaps", { name })).body,
	};
}
