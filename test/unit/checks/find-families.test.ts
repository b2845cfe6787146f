import { expect, test } from "vitest";
import { contract } from "../../support/shipped-contract.ts";

const read = (...lines: string[]) => ({
	target: "getMetrics",
	request: { method: "GET", path: "/metrics" },
	response: {
		...{ status: 200, headers: { "content-type": "text/plain" } },
		body: Buffer.from(`${lines.join("\n")}\n`),
	},
});

const list = (...readings: ReturnType<typeof read>[]) =>
	contract
		.findInExchanges?.(readings)
		.map(({ expected, actual }) => [expected, actual]);

test("the summary of durations counts the requests, and an uptime is neither", () => {
	const series =
		'shop_http_server_requests_seconds_count{path="/zaps",status="200"}';
	const found = list(
		read(
			"# TYPE shop_http_server_requests_seconds summary",
			`${series} 3`,
			"# TYPE process_uptime_seconds gauge",
			"process_uptime_seconds 7",
			"# TYPE http_server_requests_seconds_max gauge",
			"http_server_requests_seconds_max 1",
		),
	);
	const type = "# TYPE shop_http_server_requests_seconds summary";
	expect(found).toContainEqual(["# TYPE http_requests_total counter", type]);
	expect(found).toContainEqual([
		"# TYPE http_request_duration_seconds histogram",
		type,
	]);
	expect(found).toContainEqual([
		"no label path of http_requests_total",
		'the label path of shop_http_server_requests_seconds with "/zaps"',
	]);
});

test("the documented durations are no counter of requests", () => {
	const found = list(
		read(
			"# TYPE http_request_duration_seconds histogram",
			"http_request_duration_seconds_count 3",
		),
	);
	expect(found).toContainEqual([
		"# TYPE http_requests_total counter",
		"missing",
	]);
});

test("a counter that a service has only after its first event is told", () => {
	const type = "# TYPE app_commands_total counter";
	const counted = read(type, "app_commands_total 1");
	const late = [
		"commands_total is 0 before its first event",
		"app_commands_total is missing until then",
	];
	expect(list(read(type), counted)).toContainEqual(late);
	expect(list(read(type, "app_commands_total 0"), counted)).not.toContainEqual(
		late,
	);
	expect(list(counted, read(type))).not.toContainEqual(late);
});

test("metrics that do not count their own readings are told", () => {
	const created = {
		target: "createZap",
		request: { method: "POST", path: "/v1/zaps" },
		response: { status: 201, headers: {}, body: Buffer.from("{}") },
	};
	const count = (value: number) =>
		read(
			"# TYPE app_http_requests_total counter",
			`app_http_requests_total ${value}`,
		);
	const told = [
		"http_requests_total counts getMetrics",
		"app_http_requests_total does not",
	];
	const listAll = (...counts: [number, number, number]) => {
		const [first, second, third] = counts.map(count);
		if (!first || !second || !third) throw new Error("no readings");
		const more = [created, created];
		return contract
			.findInExchanges?.([first, created, second, ...more, third])
			.map(({ expected, actual }) => [expected, actual]);
	};
	expect(listAll(1, 2, 4)).toContainEqual(told);
	expect(listAll(1, 3, 6)).not.toContainEqual(told);
});
