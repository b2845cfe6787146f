import express from "express";

const app = express();
app.get("/v1/health", (_request, response) => {
	response.json({ status: "ok" });
});
const server = app.listen(0, "127.0.0.1", () => {
	const url = `http://127.0.0.1:${server.address().port}`;
	process.stdout.write(`${JSON.stringify({ event: "ready", url })}\n`);
});
