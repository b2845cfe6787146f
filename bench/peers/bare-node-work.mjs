import { createServer } from "node:http";
import { acceptCommand, isCommand, zaps } from "./work.mjs";

const MAX_BYTES = 1_048_576;
const HEALTH = JSON.stringify({ status: "ok" });

/** Pages by limit. This server has no route that creates zaps, so the pages never change. */
const pages = new Map();

function send(response, status, assumptions, text) {
	response.writeHead(status, {
		"content-type": "application/json",
		"mock-assumptions": assumptions,
		"content-length": Buffer.byteLength(text),
	});
	response.end(text);
}

const reject = (response, status, detail) =>
	send(response, status, "errors", JSON.stringify({ status, detail }));

function listZaps(response, query) {
	const limit = query ? Number(new URLSearchParams(query).get("limit")) : 20;
	if (!(limit >= 1 && limit <= 100))
		return reject(response, 400, "limit must be from 1 to 100");
	if (!pages.has(limit)) {
		const items = zaps.slice(0, limit);
		pages.set(limit, JSON.stringify({ items, nextCursor: null }));
	}
	send(response, 200, "zap.fields, zaps.page", pages.get(limit));
}

function submitCommand(request, response) {
	if (!request.headers["content-type"]?.startsWith("application/json"))
		return reject(response, 415, "send application/json");
	const chunks = [];
	let length = 0;
	request.on("data", (chunk) => {
		length += chunk.length;
		if (length <= MAX_BYTES) chunks.push(chunk);
	});
	request.on("end", () => {
		if (length > MAX_BYTES) return reject(response, 413, "unreadable");
		let body;
		try {
			body = JSON.parse(Buffer.concat(chunks).toString());
		} catch {
			return reject(response, 400, "unreadable");
		}
		if (!isCommand(body))
			return reject(response, 400, "command must be a string");
		const receipt = JSON.stringify(acceptCommand(body));
		send(response, 202, "command.receipt, command.request", receipt);
	});
}

const server = createServer((request, response) => {
	const [path, query] = request.url.split("?", 2);
	const route = `${request.method} ${path}`;
	if (route === "GET /v1/health") send(response, 200, "health.body", HEALTH);
	else if (route === "GET /v1/zaps") listZaps(response, query);
	else if (route === "POST /v1/command") submitCommand(request, response);
	else reject(response, 404, "no such path");
});
server.listen(process.argv[2], "127.0.0.1");
