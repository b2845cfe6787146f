import { createMiddleware } from "@mswjs/http-middleware";
import express from "express";
import { handlers } from "../../../dist/src/handlers.js";

const app = express();
app.use(createMiddleware(...handlers));
const server = app.listen(0, "127.0.0.1", () => {
	const url = `http://127.0.0.1:${server.address().port}`;
	process.stdout.write(`${JSON.stringify({ event: "ready", url })}\n`);
});
