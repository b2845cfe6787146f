import express from "express";
import { acceptCommand, isCommand, zaps } from "./work.mjs";

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

app.post("/v1/command", ({ body }, response) => {
	if (!isCommand(body))
		return response.status(400).json({ detail: "command must be a string" });
	response
		.status(202)
		.set("mock-assumptions", "command.receipt, command.request")
		.json(acceptCommand(body));
});

app.listen(process.argv[2], "127.0.0.1");
