import { expect, test } from "vitest";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { createContract } from "../../../src/checks/create-contract.ts";
import { withValueAt } from "../../../src/values/json.ts";
import { createCall } from "../../../src/verification/operations.ts";
import { received } from "../../support/received.ts";
import { contract, shippedDocument } from "../../support/shipped-contract.ts";

const { operations, probes } = contract;

/** Lets each operation succeed, with the same body. */
const createArrangement = (text: string) =>
	createCall(operations, async ({ path }) => {
		const { success: status = 0 } =
			operations.find((each) => each.path === path && each.method === "POST") ??
			{};
		return received(status, text);
	});

test.each([
	['{b="/",a="POST"} 1', "http_requests_total has the labels a, b"],
	[" 1", "http_requests_total has no labels"],
])("names the labels of the series %s", async (series, actual) => {
	const text = `# TYPE http_requests_total counter\nhttp_requests_total${series}\n`;
	const body = Buffer.from(text);
	const send = async () => ({ status: 200, headers: {}, body });
	const families = probes.find(({ description }) =>
		description.startsWith("getMetrics: each family"),
	);
	const expected = "http_requests_total has the labels operation, status";
	const found = await families?.run(
		send,
		createArrangement('{"id":"x"}'),
		() => [],
	);
	expect(found).toContainEqual(expect.objectContaining({ expected, actual }));
});

/** Runs a probe while the search finds no record, and each request gets the status. */
async function runWithoutRecords(what: string, status: number) {
	const probe = probes.find(({ description }) => description.includes(what));
	const call = createArrangement('{"id":"x","items":[]}');
	const body = Buffer.from('{"items":[]}');
	const send = async () => ({ status, headers: {}, body });
	return probe?.run(send, call, () => []);
}

test("a detail is missing with its record", async () => {
	const [mismatch] = (await runWithoutRecords("detail of a record", 200)) ?? [];
	expect(mismatch?.where).toBe("$.items");
});

test("the header Allow is compared, whatever form the body has", async () => {
	const probe = probes.find(
		({ description }) => description === "listZaps: with method DELETE",
	);
	const response = {
		status: 405,
		headers: { allow: "GET" },
		body: Buffer.of(),
	};
	const form = { where: "$", expected: "an object", actual: "text" };
	const found = await probe?.run(
		async () => response,
		createArrangement("{}"),
		() => [{ ...form, message: "" }],
	);
	expect(found).toMatchObject([form, { where: "header allow", actual: "GET" }]);
});

test("a cursor that was never issued is sent, whether the document says that it is rejected or not", () => {
	const { document } = shippedDocument;
	const place = "components schemas AuditQuery properties cursor";
	const taken = withValueAt(
		document,
		[...place.split(" "), "x-unknown-cursor"],
		"first page",
	);
	const statuses = [document, taken].map((root) => {
		const { probes } = createContract(createDocumentService(Object(root), []));
		return probes.find(({ description }) =>
			/^searchAudit: .* never issued/.test(description),
		)?.status;
	});
	expect(statuses).toEqual([400, 200]);
});
