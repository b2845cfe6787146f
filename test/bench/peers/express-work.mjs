import express from "express";
import { monotonicFactory } from "ulid";
import { twentyZaps } from "./zaps.mjs";

const MAX_COMMAND = 200;

const ulid = monotonicFactory();
const zaps = twentyZaps(ulid);
const commands = [];
const audit = [];

const app = express();
app.disable("x-powered-by");
app.use(express.json({ limit: "1mb" }));

app.get("/v1/health", (_request, response) => {
	response.set("mock-assumptions", "health.body").json({ status: "ok" });
});

app.get("/v1/zaps", (request, response) => {
	const limit = Number(request.query.limit ?? 20);
	if (!(limit >= 1 && limit <= 100))
		return response.status(400).json({ detail: "limit must be from 1 to 100" });
	response
		.set("mock-assumptions", "zap.fields, zaps.page")
		.json({ items: zaps.slice(0, limit), nextCursor: null });
});

app.post("/v1/command", (request, response) => {
	const { command, args } = request.body ?? {};
	const isCommand =
		typeof command === "string" &&
		command.length >= 1 &&
		command.length <= MAX_COMMAND;
	if (!isCommand)
		return response.status(400).json({ detail: "command must be a string" });
	const now = Date.now();
	const acceptedAt = new Date(now).toISOString();
	const receipt = {
		id: `cmd_${ulid(now)}`,
		command,
		args,
		status: "accepted",
		acceptedAt,
	};
	commands.push(receipt);
	audit.push({
		id: `aud_${ulid(now)}`,
		at: acceptedAt,
		action: "command.submitted",
		subject: { type: "command", id: receipt.id },
		detail: { command },
	});
	response
		.status(202)
		.set("mock-assumptions", "command.receipt, command.request")
		.json(receipt);
});

const server = app.listen(0, "127.0.0.1", () => {
	const url = `http://127.0.0.1:${server.address().port}`;
	process.stdout.write(`${JSON.stringify({ event: "ready", url })}\n`);
});
