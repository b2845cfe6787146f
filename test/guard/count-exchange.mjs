import { createHook } from "node:async_hooks";
import { createBareCore } from "../../dist/src/bare-core.js";

/** What `npm test` bounds: run with --expose-gc and a young generation that need not be collected meanwhile. */
const WARM_UP = 3_000;
const EXCHANGES = 2_000;

class Incoming {
	constructor(method, target, body) {
		this.method = method;
		this.origin = "";
		this.target = target;
		this.body = body;
		this.list = ["host", "zaps.test", "content-type", "application/json"];
	}
	header(name) {
		return name === "content-type" ? "application/json" : null;
	}
	headers() {
		return this.list;
	}
	async receive() {
		return this.body;
	}
	signal() {
		throw new Error("Nobody should ask for the signal.");
	}
}

const command = new TextEncoder().encode('{"command":"zap.run"}');
const exchanges = {
	getHealth: () => new Incoming("GET", "/v1/health"),
	listZaps: () => new Incoming("GET", "/v1/zaps"),
	submitCommand: () => new Incoming("POST", "/v1/command", command),
};

const counts = {};
for (const [operation, incoming] of Object.entries(exchanges)) {
	const mock = createBareCore();
	const play = async (times) => {
		for (let played = 0; played < times; played++) {
			const { status } = await mock.answer(incoming());
			if (status >= 300) throw new Error(`${operation} answered ${status}`);
		}
	};
	await play(WARM_UP);

	let promises = 0;
	const hook = createHook({
		init(_, type) {
			if (type === "PROMISE") promises += 1;
		},
	}).enable();
	await play(EXCHANGES);
	hook.disable();

	globalThis.gc();
	const before = process.memoryUsage().heapUsed;
	await play(EXCHANGES);
	const bytes = process.memoryUsage().heapUsed - before;
	counts[operation] = {
		promises: promises / EXCHANGES,
		bytes: bytes / EXCHANGES,
	};
}
process.stdout.write(JSON.stringify(counts));
