import express from "express";

const app = express();
app.get("/v1/health", (_, response) => response.json({ status: "ok" }));
app.listen(process.argv[2], "127.0.0.1");
