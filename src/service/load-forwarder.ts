import type {
	ForwardAccess,
	Forwarder,
	LoadForwarder,
} from "../engine/forwarding/forwarder.ts";
import { readForward } from "../engine/forwarding/read-forward.ts";
import { loadOnce } from "../values/load-once.ts";

const loadParts = loadOnce(() =>
	Promise.all([
		import("../forward/create-forwarder.ts"),
		import("../../contracts/documented.ts"),
		import("./start-thread.ts"),
	]),
);

async function load(access?: ForwardAccess): Promise<Forwarder> {
	const [{ createForwarder }, { documented }, { startCheckThread }] =
		await loadParts();
	return createForwarder(documented, startCheckThread(), access);
}

/** Loads the code that forwards operations to a real service, for the option `loadForwarder` of `createMock`. */
export const loadForwarder: LoadForwarder = Object.assign(load, {
	read: readForward,
});
