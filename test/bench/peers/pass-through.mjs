import { createServer } from "node:http";
import { Agent } from "undici";

/** A plain pass-through to the server at the URL of the first argument. */
const [, , origin] = process.argv;
const agent = new Agent();

const server = createServer(async (request, response) => {
	const { method, url: path, headers } = request;
	const { host: _, connection: __, ...sent } = headers;
	const body = method === "GET" ? null : request;
	const answer = await agent.request({
		...{ origin, method, path, headers: sent, body },
	});
	response.writeHead(answer.statusCode, answer.headers);
	answer.body.pipe(response);
});
server.listen(0, "127.0.0.1", () => {
	const url = `http://127.0.0.1:${server.address().port}`;
	process.stdout.write(`${JSON.stringify({ event: "ready", url })}\n`);
});
