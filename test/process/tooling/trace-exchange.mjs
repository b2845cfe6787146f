import { Session } from "node:inspector/promises";
import { serve } from "../../../dist/src/adapters/http/serve.js";
import { createServiceEngine } from "../../../dist/src/service/shipped-service.js";

/** Prints the built files of which a function runs while the server answers one `POST /v1/zaps`. */
const DIST = new URL("../../../dist/", import.meta.url).href;
const { url, close } = await serve({
	mock: createServiceEngine(),
	port: 0,
	host: "127.0.0.1",
	grace: 0,
});
const createZap = async () => {
	const response = await fetch(`${url}/v1/zaps`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: '{"name":"Traced"}',
	});
	if (response.status !== 201) throw new Error(`Got ${response.status}.`);
};
// The first exchange loads the dataset.
await createZap();
const inspector = new Session();
inspector.connect();
await inspector.post("Profiler.enable");
await inspector.post("Profiler.startPreciseCoverage", { callCount: true });
await createZap();
const { result } = await inspector.post("Profiler.takePreciseCoverage");
const files = result
	.filter(({ url }) => url.startsWith(DIST))
	.filter(({ functions }) =>
		functions.some(({ ranges: [range] }) => range.count > 0),
	)
	.map(({ url }) => url.slice(DIST.length));
process.stdout.write(JSON.stringify(files));
await close();
process.exit();
