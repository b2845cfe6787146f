import { createServer } from "node:http";
import { Agent } from "undici";

/** A plain pass-through to the server at the URL of the second argument. */
const [, , port, origin] = process.argv;
const agent = new Agent();

const server = createServer(async (request, response) => {
	const { method, url: path, headers: received } = request;
	const { host: _, connection: __, ...headers } = received;
	const body = method === "GET" ? null : request;
	const answer = await agent.request({ origin, method, path, headers, body });
	response.writeHead(answer.statusCode, answer.headers);
	answer.body.pipe(response);
});
server.listen(port, "127.0.0.1");
