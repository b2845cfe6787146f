import { createMiddleware } from "@mswjs/http-middleware";
import express from "express";
import { handlers } from "../../dist/src/entries/handlers.js";

const app = express();
app.use(createMiddleware(...handlers));
app.listen(process.argv[2], "127.0.0.1");
