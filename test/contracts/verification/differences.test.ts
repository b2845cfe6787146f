import { createServer } from "node:http";
import { expect, test } from "vitest";
import { verify } from "zaps-understudy/verify";
import { startService } from "../../provider/server.ts";
import { respondWith, respondWithJson } from "../../support/respond-with.ts";
import { closedPort, startStub } from "../../support/stub-server.ts";

test("each difference of a service is reported once, also if another one hides it", async () => {
	const differences =
		"created-zap-in-data created-at-snake-case times-milliseconds zaps-bare-array zaps-oldest-first".split(
			" ",
		);
	await using service = await startService({ differences });
	const only = ["createZap", "listZaps"];
	const { report } = await verify(service.url, { only });
	const found = report.differences.map(
		({ operation, where, actual }) =>
			`${operation} ${where} ${actual.split(", such as ")[0]}`,
	);
	expect(found.sort()).toEqual([
		"createZap $ wrapped in data",
		"createZap $.createdAt a number of milliseconds",
		"createZap $.createdAt created_at",
		"listZaps $ an array, without an object around it",
		"listZaps $.items the oldest record first",
		"listZaps $.items[*].createdAt a number of milliseconds",
		"listZaps $.items[*].createdAt created_at",
	]);
});

test("other actions are one difference, from which it follows that a search for one finds nothing", async () => {
	const differences = ["audit-actions-colon"];
	await using service = await startService({ differences });
	const { report } = await verify(service.url);
	expect(report.differences).toMatchObject([
		{
			where: "$.items[*].action",
			expected: '"command.submitted", "pipeline.submitted", "zap.created"',
			actual: '"command:submitted", "pipeline:submitted", "zap:created"',
		},
	]);
});

test("a service whose ids differ is of no other style: what the document leaves open is not told", async () => {
	await using service = await startService({ differences: ["ids-integer"] });
	const { report } = await verify(service.url);
	const places = report.differences.map(({ where }) => where);
	expect(places.filter((where) => !where.endsWith("id"))).toEqual([]);
	expect(places).toHaveLength(7);
});

test("a service that rejects a name for the second time differs in nothing else, each time that it is verified", async () => {
	const differences = ["zap-name-unique"];
	await using service = await startService({ differences });
	const only = ["createZap"];
	for (let run = 0; run < 2; run++) {
		const { report } = await verify(service.url, { only });
		expect(report.differences).toMatchObject([
			{
				where: "status",
				actual: "409 (Another zap has this name.)",
				assumptions: ["zap.request"],
			},
		]);
		expect(report.notReached).toEqual([]);
	}
});

test.each([
	["encoding-400", "submitCommand", "400", "errors.encoding"],
	[
		"unknown-properties-rejected",
		"createZap",
		"400 (must NOT have additional properties)",
		"zap.request",
	],
	["errors-in-meta", "getHealth", "missing", "errors.problem"],
	["charset-missing", "getMetrics"],
])(
	"%s refutes only the assumption that it contradicts",
	async (id, operation, ...expected) => {
		await using service = await startService({ differences: [id] });
		const { report } = await verify(service.url, { only: [operation] });
		const found = report.differences.map(({ actual, assumptions }) => [
			actual,
			...assumptions,
		]);
		expect(found).toEqual(expected.length > 0 ? [expected] : []);
		const refuted = report.assumptions.filter(
			({ verdict }) => verdict === "refuted",
		);
		expect(refuted.map(({ id }) => id)).toEqual(expected.slice(1));
	},
);

test("a rejection shows nothing if the service rejects the request without the violation, too", async () => {
	await using service = await startStub(respondWith(400));
	const { report } = await verify(service.url, { only: ["createZap"] });
	const verdicts = report.assumptions.filter(
		({ verdict }) => verdict === "held",
	);
	expect(verdicts.map(({ id }) => id)).not.toContain("zap.request");
	expect(report.notReached).toContainEqual({
		description: "createZap: /id is forbidden",
		because: "createZap, called without a violation, responded with 400: ",
	});
});

test("a service that checks access first refutes nothing about unknown paths and methods", async () => {
	const respond = respondWithJson({ status: "ok" });
	const reject = respondWith(401);
	await using service = await startStub((...exchange) => {
		const [{ url, method }] = exchange;
		const isHealth = url === "/v1/health" && method !== "DELETE";
		(isHealth ? respond : reject)(...exchange);
	});
	const options = { only: ["getHealth"], strict: true };
	const { exitCode, report } = await verify(service.url, options);
	expect(exitCode).toBe(0);
	expect(report.differences).toEqual([]);
	expect(report.notReached[0]?.because).toBe(
		"the service responded with 401, because it checks access before it looks at the request",
	);
});

test("a credential that the service does not accept is told from a missing one", async () => {
	await using service = await startStub(respondWith(401));
	const headers = { authorization: "Bearer wrong" };
	const { exitCode, notices } = await verify(service.url, { headers });
	expect(exitCode).toBe(2);
	expect(notices[0]).toBe(
		"getHealth responded with 401. The service does not accept the credentials of --header. Pass others.",
	);
});

test("a web page from one operation shows that it exists", async () => {
	await using service = await startStub(({ url }, response) => {
		const type = url === "/metrics" ? "text/html" : "application/json";
		response.writeHead(200, { "content-type": type }).end("{}");
	});
	const only = ["getHealth", "getMetrics"];
	const { report } = await verify(service.url, { only });
	expect(report.surface[1]).toMatchObject({
		verdict: "passed",
		why: "responded with 200 and a web page",
	});
});

// `cli-errors.test.ts` lets the waiting time end.
test("waits until the service responds", async () => {
	await using closed = await closedPort();
	const server = createServer(respondWithJson({ status: "ok" }));
	const { report } = await verify(closed.url, {
		only: ["getHealth"],
		waitS: 20,
		onProgress(message) {
			if (message.startsWith("waiting") && !server.listening)
				server.listen(Number(new URL(closed.url).port), "127.0.0.1");
		},
	});
	server.close();
	expect(report.surface[0]?.verdict).toBe("passed");
});
