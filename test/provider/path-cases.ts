import { expect, test } from "vitest";
import { HOST, head } from "../support/raw-request.ts";
import { openSocket } from "../support/raw-socket.ts";
import type { Open } from "./asking.ts";

const METHODS: Readonly<Record<string, readonly string[]>> = {
	"/v1/health": ["GET", "HEAD"],
	"/v1/command": ["POST"],
	"/v1/pipeline": ["POST"],
	"/v1/zaps": ["GET", "HEAD", "POST"],
	"/v1/audit/search": ["POST"],
	"/metrics": ["GET", "HEAD"],
};

/** Adds tests of paths and methods, which must match exactly. */
export function addPathCases(open: Open): void {
	test("matches paths exactly and responds to any other with 404", async () => {
		await using provider = await open();
		for (const path of [
			"/",
			"/v1",
			"/v1/Zaps",
			"/V1/zaps",
			"/v1/zaps/",
			"/v1//zaps",
			"//v1/zaps",
			"/v1%2fzaps",
			"/v1/%7Aaps",
			"/v1/zaps%00",
			"/%zz",
			"/v1/zaps;a=1",
			"/v1/metrics",
			"/health",
			"/__proto__",
			"/constructor",
			"/v1/health?x=/v1/zaps".replace("?", "%3F"),
		])
			for (const method of ["GET", "POST", "DELETE", "OPTIONS"])
				expect((await provider.send(path, { method })).status).toBe(404);
	});

	test("responds to an undefined method with 405 and the defined methods", async () => {
		await using provider = await open();
		for (const [path, defined] of Object.entries(METHODS))
			for (const method of [
				"GET",
				"POST",
				"PUT",
				"PATCH",
				"DELETE",
				"OPTIONS",
			]) {
				if (defined.includes(method)) continue;
				const { status, headers } = await provider.send(path, { method });
				expect(status).toBe(405);
				const allowed = (headers.get("allow") ?? "").split(/\s*,\s*/);
				expect(new Set(allowed)).toEqual(new Set(defined));
			}
	});

	test("responds to TRACE and QUERY with 405 or 404, and to an absolute target by its path", async () => {
		await using provider = await open();
		await using socket = await openSocket(provider.url);
		for (const line of [
			"TRACE /v1/zaps",
			"QUERY /v1/zaps",
			"QUERY /v1/zap",
			"GET http://elsewhere/v1/health?x",
			"GET http://elsewhere",
			"GET *",
		])
			socket.send(head(`${line} HTTP/1.1`, HOST));
		const answers = await socket.responses(6);
		expect(answers.map(({ status }) => status)).toEqual([
			405, 405, 404, 200, 404, 404,
		]);
	});

	test("responds to HEAD as to GET without the body, and with 405 if GET is undefined", async () => {
		await using provider = await open();
		for (const [path, defined] of Object.entries(METHODS)) {
			const { status, headers } = await provider.send(path, { method: "HEAD" });
			expect(status).toBe(defined.includes("GET") ? 200 : 405);
			if (status === 405) continue;
			const { headers: ofGet } = await provider.send(path);
			expect(headers.get("content-type")).toBe(ofGet.get("content-type"));
		}
		const refused = { method: "HEAD" };
		expect((await provider.send("/v1/zaps?limit=0", refused)).status).toBe(400);
	});
}
