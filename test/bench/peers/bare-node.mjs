import { createServer } from "node:http";

const server = createServer((_request, response) => {
	response.writeHead(200, { "content-type": "application/json" });
	response.end('{"status":"ok"}');
});
server.listen(0, "127.0.0.1", () => {
	const url = `http://127.0.0.1:${server.address().port}`;
	process.stdout.write(`${JSON.stringify({ event: "ready", url })}\n`);
});
