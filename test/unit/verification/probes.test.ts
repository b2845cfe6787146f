import { expect, test } from "vitest";
import { contract } from "../../../contracts/contract.ts";
import { createCall } from "../../../src/verification/arrangement.ts";

test.each([
	['{b="/",a="POST"} 1', "http_requests_total has the labels a, b"],
	[" 1", "http_requests_total has no labels"],
])("names the labels of the series %s", async (series, actual) => {
	const text = `# TYPE http_requests_total counter\nhttp_requests_total${series}\n`;
	const body = Buffer.from(text);
	const send = async () => ({ status: 200, headers: {}, body });
	const call = createCall(contract.operations, async ({ path }) => {
		const { success: status = 0 } =
			contract.operations.find(
				(each) => each.path === path && each.method === "POST",
			) ?? {};
		return { status, headers: {}, body: Buffer.from("{}") };
	});
	const families = contract.probes.find(({ description }) =>
		description.startsWith("getMetrics: each family"),
	);
	const expected = "http_requests_total has the labels operation, status";
	expect(await families?.run(send, call)).toContainEqual(
		expect.objectContaining({ expected, actual }),
	);
});

test.each(
	contract.probes.filter(({ description }) =>
		/leaves no trace|detail of a record/.test(description),
	),
)(
	"without an audit record, nothing is checked: $description",
	async ({ run }) => {
		const call = createCall(contract.operations, async ({ path }) => {
			const { success: status = 0 } =
				contract.operations.find(
					(each) => each.path === path && each.method === "POST",
				) ?? {};
			const body = Buffer.from(JSON.stringify({ id: "x", items: [] }));
			return { status, headers: {}, body };
		});
		const reject = async () => ({
			status: 400,
			headers: {},
			body: Buffer.from(""),
		});
		await expect(run(reject, call)).rejects.toThrow(
			"returned no string at items.0.id",
		);
	},
);
