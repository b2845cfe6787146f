import type { Forwarder } from "./engine/forwarding/forwarder.ts";

/** Loads the code that forwards operations to a real service, for the option `loadForwarder` of `createMock`. */
export async function loadForwarder(): Promise<Forwarder> {
	const [{ createForwarder }, { contract }] = await Promise.all([
		import("./forward/create-forwarder.ts"),
		import("../contracts/contract.ts"),
	]);
	return createForwarder(contract);
}
