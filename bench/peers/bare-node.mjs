import { createServer } from "node:http";

const server = createServer((_request, response) => {
	response.writeHead(200, { "content-type": "application/json" });
	response.end('{"status":"ok"}');
});
server.listen(process.argv[2], "127.0.0.1");
