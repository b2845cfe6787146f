import { createHook } from "node:async_hooks";
import { createServiceEngine } from "../../../dist/src/service/shipped-service.js";

/** Counts promises and bytes per exchange. Needs --expose-gc, and a young generation so large that it is not collected meanwhile. */
const WARM_UP = 3_000;
const EXCHANGES = 2_000;
const ROUNDS = 20;

class Request {
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
	async readBody() {
		return this.body;
	}
	signal() {
		throw new Error("The signal should not be read.");
	}
}

const command = new TextEncoder().encode('{"command":"zap.run"}');
const exchanges = {
	getHealth: () => new Request("GET", "/v1/health"),
	listZaps: () => new Request("GET", "/v1/zaps"),
	submitCommand: () => new Request("POST", "/v1/command", command),
};

const counts = {};
for (const [operation, makeRequest] of Object.entries(exchanges)) {
	const mock = createServiceEngine();
	const run = async (times) => {
		for (let count = 0; count < times; count++) {
			const { status } = await mock.handle(makeRequest());
			if (status >= 300) throw new Error(`${operation} returned ${status}`);
		}
	};
	await run(WARM_UP);

	let promises = 0;
	const hook = createHook({
		init(_, type) {
			if (type === "PROMISE") promises += 1;
		},
	}).enable();
	await run(EXCHANGES);
	hook.disable();

	// What else the process does only adds to them.
	let bytes = Infinity;
	for (let round = 0; round < ROUNDS; round++) {
		globalThis.gc();
		const before = process.memoryUsage().heapUsed;
		await run(EXCHANGES);
		bytes = Math.min(bytes, process.memoryUsage().heapUsed - before);
	}
	counts[operation] = {
		promises: promises / EXCHANGES,
		bytes: bytes / EXCHANGES,
	};
}
process.stdout.write(JSON.stringify(counts));
