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

test("a counter that a service has only after its first event is told", () => {
	const type = "# TYPE app_commands_total counter";
	const counted = read(type, "app_commands_total 1");
	const late = [
		"commands_total is 0 before its first event",
		"app_commands_total is missing until then",
	];
	const list = (...readings: ReturnType<typeof read>[]) =>
		contract
			.findInExchanges?.(readings)
			.map(({ expected, actual }) => [expected, actual]);
	expect(list(read(type), counted)).toContainEqual(late);
	expect(list(read(type, "app_commands_total 0"), counted)).not.toContainEqual(
		late,
	);
	expect(list(counted, read(type))).not.toContainEqual(late);
});
