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
		.findInExchanges(readings)
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

test("a counter that shares only the word total is no renamed one", () => {
	const found = list(
		read(
			"# TYPE loan_events_total counter",
			'loan_events_total{type="BOOK_LENT"} 3',
			"# TYPE http_server_requests_seconds summary",
			'http_server_requests_seconds_count{uri="/books",status="200"} 3',
			"# TYPE commands_run_total counter",
			"commands_run_total 0",
		),
	);
	expect(found).toContainEqual([
		"# TYPE http_requests_total counter",
		"# TYPE http_server_requests_seconds summary",
	]);
	expect(found).toContainEqual([
		"# TYPE commands_total counter",
		"# TYPE commands_run_total counter",
	]);
	expect(
		found.filter(([, actual]) => actual?.includes("loan_events_total")),
	).toEqual([["no other families", "also loan_events_total"]]);
});
