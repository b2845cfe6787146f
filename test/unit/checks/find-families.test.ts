import { expect, test } from "vitest";
import { received, receivedJson } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const read = (...lines: string[]) => ({
	target: "getMetrics",
	request: { method: "GET", path: "/metrics" },
	response: received(200, `${lines.join("\n")}\n`, {
		"content-type": "text/plain",
	}),
});

const list = (...readings: ReturnType<typeof read>[]) =>
	contract
		.findInExchanges(readings)
		.map(({ expected, actual }) => `${expected} > ${actual}`);

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
	expect(found).toContain(
		"# TYPE http_requests_total counter > counted by shop_http_server_requests_seconds_count",
	);
	expect(found).toContain(
		"# TYPE http_request_duration_seconds histogram > # TYPE shop_http_server_requests_seconds summary",
	);
	expect(found).toContain(
		'no label path of http_requests_total > the label path of shop_http_server_requests_seconds with values such as "/zaps"',
	);
});

test("other bounds of the buckets of durations are told if the metrics differ otherwise", () => {
	const find = (...bounds: readonly (number | string)[]) =>
		list(
			read(
				"# TYPE http_request_duration_seconds histogram",
				...bounds.map(
					(each) => `http_request_duration_seconds_bucket{le="${each}"} 1`,
				),
			),
		).filter((each) => each.startsWith("the buckets"));
	const usual = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
	expect(find(...usual, "+Inf")).toEqual([]);
	expect(find()).toEqual([]);
	expect(find(0.1, 1, "+Inf")).toEqual([
		`the buckets of http_request_duration_seconds up to ${usual.join(", ")} > the buckets of http_request_duration_seconds up to 0.1, 1`,
	]);
});

test("a family of the records with a flag does not count all records", () => {
	const create = (flag: string) => ({
		target: "createZap",
		request: { method: "POST", path: "/v1/zaps", body: "{}" },
		response: receivedJson({ id: "a", [flag]: true }, 201),
	});
	const metrics = read("# TYPE zaps_sealed gauge", "zaps_sealed 3");
	const find = (flag: string) =>
		contract
			.findInExchanges([create(flag), metrics])
			.filter(({ expected }) => expected === "# TYPE zaps gauge")
			.map(({ actual }) => actual);
	expect(find("sealed")).toEqual(["missing"]);
	expect(find("open")).toEqual(["# TYPE zaps_sealed gauge"]);
});

test("the documented durations are no counter of requests", () => {
	const found = list(
		read(
			"# TYPE http_request_duration_seconds histogram",
			"http_request_duration_seconds_count 3",
		),
	);
	expect(found).toContain("# TYPE http_requests_total counter > missing");
});

test("the numbers of a JSON object are families without a type", () => {
	const found = list(
		read('{"zaps_total": 3, "requests": {"total": 9}, "unit": "s"}'),
	);
	expect(found).toContain(
		"# TYPE zaps gauge > zaps_total, a number in JSON without a type",
	);
	expect(found).toContain("# HELP lines > no # HELP lines");
	expect(found).toContain(
		"# TYPE http_requests_total counter > requests.total, a number in JSON without a type",
	);
	expect(found).toContain(
		"text > JSON of an object with zaps_total, requests, unit",
	);
});

test("metrics in JSON with the documented names and labels differ only in their media type", () => {
	const labels = { operation: "listZaps", status: "200" };
	const describe = (name: string) => ({ name, labels, value: 3 });
	const all = [
		...["http_requests_total", "commands_total", "pipelines_total"],
		...["zaps", "audit_records", "http_request_duration_seconds"],
	].map(describe);
	const told = (metrics: unknown) => list(read(JSON.stringify(metrics)));
	expect(told(all)).toEqual([]);
	expect(told(all.slice(1))).toContain("text > JSON of an array");
	const unlabeled = [
		{ ...describe("http_requests_total"), labels: {} },
		...all.slice(1),
	];
	expect(told(unlabeled).join()).toContain("http_requests_total has no labels");
});

test.each([
	[
		'[{"name": "zaps_total", "value": 3}, {"name": "load", "labels": {"of": "cpu"}, "value": 1}]',
		"# TYPE zaps gauge > zaps_total, a number in JSON without a type",
	],
	[
		'{"requests.total": {"measures": [{"of": "COUNT", "value": 9}]}}',
		"# TYPE http_requests_total counter > requests.total, a number in JSON without a type",
	],
	[
		'{"requests.total": {"measures": [{"of": "COUNT", "value": 9}, {"of": "MAX", "value": 1}]}}',
		"no other families > also MAX of requests.total (a number in JSON)",
	],
	[
		'{"meters": [{"name": "requests", "count": 9, "max": 1}, {"name": "up", "count": 9}]}',
		"# TYPE http_requests_total counter > requests.count, a number in JSON without a type",
	],
])("numbers in arrays are named by the texts beside them: %s", (text, told) => {
	expect(list(read(text))).toContain(told);
});

test("values that metrics only name are read at their own paths", () => {
	const names = read('{"names": ["zaps.made", "load"]}');
	const value = (name: string, count: number) => ({
		target: "unknownPath",
		request: { method: "GET", path: `/metrics/${name}` },
		response: receivedJson({ name, values: [{ of: "COUNT", count }] }),
	});
	const found = list(names, value("zaps.made", 2), value("load", 1), names);
	expect(found).toContain(
		"# TYPE zaps gauge > zaps.made, a number in JSON without a type",
	);
	expect(found).toContain("no other families > also load (a number in JSON)");
	expect(list(names)).toContain("# TYPE http_requests_total counter > missing");
});

test("numbers that differ in the word of an outcome are counted together", () => {
	const found = list(
		read(
			...["# TYPE jobs_completed counter", "jobs_completed 2"],
			...["# TYPE pipelines_completed counter", "pipelines_completed 3"],
			...["# TYPE pipelines_failed counter", "pipelines_failed 1"],
		),
	);
	expect(found).toContain(
		"# TYPE pipelines_total counter > # TYPE pipelines_completed + pipelines_failed counter",
	);
	expect(found).toContain(
		"no other families > also jobs_completed (a counter)",
	);
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
	expect(found).toContain(
		"# TYPE http_requests_total counter > counted by http_server_requests_seconds_count",
	);
	expect(found).toContain(
		"# TYPE commands_total counter > # TYPE commands_run_total counter",
	);
	expect(found.filter((each) => each.includes("loan_events_total"))).toEqual([
		"no other families > also loan_events_total (a counter with the label type)",
	]);
});

test("the values of labels are told, and which operations are not counted", () => {
	const paths = ["/v1/health", "/v1/command", "/v1/pipeline", "/v1/zaps"];
	const found = list(
		read(
			"# TYPE requests_total counter",
			...paths.map((each) => `requests_total{uri="${each}"} 3`),
			'requests_total{uri="/v1/audit/search"} 3',
			"# TYPE commands_run_total counter",
			'commands_run_total{outcome="DONE"} 2',
			'commands_run_total{outcome="FAILED"} 1',
		),
	);
	expect(found).toContain(
		'no label outcome of commands_total > the label outcome of commands_run_total with "DONE", "FAILED"',
	);
	expect(found).toContain(
		"http_requests_total counts getMetrics > requests_total does not count getMetrics",
	);
});

test("a value of a label is told with the statuses of the errors that it counts", () => {
	const count = (method: string, path: string, status: number) =>
		`requests_total{method="${method}",path="${path}",status="${status}"} 3`;
	const found = list(
		read(
			"# TYPE requests_total counter",
			count("POST", "/v1/zaps", 201),
			count("POST", "/v1/command", 404),
			count("GET", "none", 404),
			count("DELETE", "none", 405),
		),
	);
	expect(found.map((each) => each.split(" > ")[1])).toEqual(
		expect.arrayContaining([
			'the label path of requests_total with "/v1/command", "/v1/zaps", "none" for some 404, each 405',
			'the label method of requests_total with "DELETE", "GET", "POST"',
		]),
	);
	expect(JSON.stringify(found)).not.toContain("201");
});

const REQUESTS = "# TYPE requests_total counter";

test.each([
	["# HELP requests_total  ", "# HELP lines without a text"],
	[
		"# HELP requests_total All requests",
		'# HELP lines with other texts: "All requests" for requests_total',
	],
	["", "no # HELP lines"],
])("other help is told: %s", (line, told) => {
	expect(list(read(line, REQUESTS, "requests_total 3"))).toContain(
		`# HELP lines > ${told}`,
	);
});

test.each([
	["3.0", [expect.stringContaining("such as 3.0")]],
	["3", []],
	["0.5", []],
])("a fraction of whole numbers is told: %s", (value, told) => {
	const found = list(
		read(REQUESTS, `requests_total ${value}`, "load_average 0.25"),
	);
	expect(found.filter((each) => each.startsWith("whole "))).toEqual(told);
});

test("the documented help is not told", () => {
	const help =
		"# HELP requests_total Requests answered, by operation and status.";
	const found = list(read(help, REQUESTS, "requests_total 3"));
	expect(found.filter((each) => each.startsWith("# HELP"))).toEqual([]);
});

test("a counter that comes with its first event is told, by the name of its samples", () => {
	const requests = ["# TYPE requests counter", "requests_total 3"];
	const commands = ["# TYPE commands_run counter", "commands_run_total 1"];
	const found = list(
		read(...requests),
		read(...requests, ...commands, "# EOF"),
	);
	expect(found).toContain(
		"commands_run_total from the start > commands_run_total only after the first event",
	);
	expect(found).toContain(
		"# TYPE commands_total counter > # TYPE commands_run_total counter",
	);
});

test("a family whose name has the documented one among others is the renamed one", () => {
	const found = list(
		read(
			"# TYPE shop_repo_commands_count gauge",
			"shop_repo_commands_count 3",
			"# TYPE vm_memory_total_bytes gauge",
			"vm_memory_total_bytes 3",
		),
	);
	expect(found).toContain(
		"# TYPE commands_total counter > # TYPE shop_repo_commands_count gauge",
	);
});

test("requests are no records", () => {
	let made = 0;
	// The service does not count the readings.
	const readNow = () =>
		read(
			"# TYPE shop_http_request_total counter",
			'shop_http_request_total{status="200"} 9',
			`shop_http_request_total{status="201"} ${made}`,
		);
	const create = (target: string, count: number) => {
		made += count;
		const body = receivedJson({ id: "a" }, 201);
		const request = { method: "POST", path: "/v1/zaps", body: "{}" };
		return Array(count).fill({ target, request, response: body });
	};
	const found = list(
		readNow(),
		...[...create("createZap", 1), readNow()],
		...[...create("submitCommand", 2), readNow()],
		...[...create("submitPipeline", 1), readNow()],
	);
	expect(found).toContain("# TYPE audit_records gauge > missing");
	expect(found).toContain(
		"# TYPE http_requests_total counter > # TYPE shop_http_request_total counter",
	);
});

test("a series that counts one kind of records is not also that of another family", () => {
	const create = {
		target: "createZap",
		request: { method: "POST", path: "/v1/zaps", body: "{}" },
		response: receivedJson({ id: "a" }, 201),
	};
	const metrics = (count: number) =>
		read("# TYPE zaps_created_total counter", `zaps_created_total ${count}`);
	const found = contract
		.findInExchanges([
			...[metrics(0), create, metrics(1), create, create, metrics(3)],
		])
		.map(({ expected, actual }) => `${expected} > ${actual}`);
	expect(found).toContain(
		"# TYPE zaps gauge > # TYPE zaps_created_total counter",
	);
	expect(found).toContain("# TYPE audit_records gauge > missing");
});

test.each([
	["commands_total counter", "commands_seconds histogram"],
	["audit_records gauge", "audit_record_write_seconds summary"],
	["http_request_duration_seconds histogram", "http_request_duration gauge"],
	["commands_total counter", "commands_size summary"],
])("%s is missing beside %s, because one is a distribution", (name, other) => {
	const call = {
		...{ target: "submitCommand", response: receivedJson({ id: "a" }, 202) },
		request: { method: "POST", path: "/v1/command", body: "{}" },
	};
	const metrics = read(`# TYPE ${other}`, `${other.split(" ")[0]} 3`);
	const found = contract
		.findInExchanges([call, metrics])
		.map(({ expected, actual }) => `${expected} > ${actual}`);
	expect(found).toContain(`# TYPE ${name} > missing`);
});

/** Reads metrics that count before and after some calls: records of one kind, then of another one, then two of the first. */
function measureFamily(type: string, ...values: readonly number[]) {
	const series = type.replace(/ histogram$/, "_count").replace(/ .*/, "");
	const create = (target: string) => ({
		...{ target, response: receivedJson({ id: "a" }, 201) },
		request: { method: "POST", path: "/", body: "{}" },
	});
	const [zap, command] = [create("createZap"), create("submitCommand")];
	const calls = [[], [zap], [command], [zap, zap]];
	return contract
		.findInExchanges(
			values.flatMap((value, at) => [
				...(calls[at] ?? []),
				read(`# TYPE ${type.replace(/\{.*\}/, "")}`, `${series} ${value}`),
			]),
		)
		.map(({ expected, actual }) => `${expected} > ${actual}`);
}

test("a family that does not grow with requests counts none, whatever its name is", () => {
	const counter = "# TYPE http_requests_total counter > ";
	const gauge = "http_requests_in_progress gauge";
	expect(measureFamily(gauge, 1, 1, 1, 1)).toContain(`${counter}missing`);
	expect(measureFamily(gauge, 1, 2, 3, 5)).toContain(
		`${counter}# TYPE ${gauge}`,
	);
});

test("a distribution of which the number does not grow with requests measures none", () => {
	const durations = "# TYPE http_request_duration_seconds histogram > ";
	const other = "query_duration_seconds histogram";
	expect(measureFamily(other, 1, 1, 1, 1)).toContain(`${durations}missing`);
	expect(measureFamily(other, 1, 3, 5, 8)).toContain(
		`${durations}# TYPE ${other}`,
	);
});

test("a family with the methods or the statuses of requests counts no records", () => {
	const told = (label: string) =>
		measureFamily(`zaps_served_total{${label}} counter`, 0, 1, 1, 3);
	expect(told('code="201"')).toContain("# TYPE zaps gauge > missing");
	expect(told('verb="POST"')).toContain("# TYPE zaps gauge > missing");
	expect(told('kind="new"')).toContain(
		"# TYPE zaps gauge > # TYPE zaps_served_total counter",
	);
});

test("a family of another type that grows with other records, too, is another one", () => {
	const counter = "zap_service_zaps_total counter";
	expect(measureFamily(counter, 0, 2, 3, 9)).toContain(
		"# TYPE zaps gauge > missing",
	);
	expect(measureFamily(counter, 0, 2, 2, 9)).toContain(
		`# TYPE zaps gauge > # TYPE ${counter}`,
	);
});
