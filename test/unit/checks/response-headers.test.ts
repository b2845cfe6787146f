import { expect, test } from "vitest";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { createContract } from "../../../src/checks/create-contract.ts";
import { createCall } from "../../../src/verification/operations.ts";
import {
	array,
	inQuery,
	may,
	NUMBER,
	response,
	TEXT,
	takes,
	withPaths,
} from "../../support/openapi.ts";
import { received } from "../../support/received.ts";

const template = (text: string) => ({ "x-template": text });
const shows = (schema: object, headers: object) => ({
	...{ ...response(schema), headers },
});
const jar = { ...may({ id: NUMBER, label: TEXT }), required: ["id"] };
const page = {
	...may({
		...{ data: array(jar), total: NUMBER },
		next_cursor: { type: ["string", "null"] },
	}),
	required: ["data", "total"],
};
const limit = { ...NUMBER, minimum: 1 };
const get = {
	operationId: "listJars",
	parameters: [
		...[inQuery("limit", limit, { required: true }), inQuery("cursor", TEXT)],
	],
	responses: {
		200: shows(page, {
			"X-Total": template("{total}"),
			"X-Size": template("{limit} of {total}"),
			"X-Next": template("{nextOffset}"),
			Link: template('</jars?cursor={nextCursor}>; rel="next"'),
		}),
	},
};
const post = {
	...{ operationId: "addJar", ...takes(jar) },
	responses: {
		201: shows(jar, {
			Location: template("/jars/{id}"),
			"X-Kind": { schema: { const: "jar" } },
			"X-Trace": { required: true, schema: TEXT },
		}),
	},
};

const { operations, probes } = createContract(
	createDocumentService(withPaths({ "/jars": { get, post } })),
);

/** Returns the wrong headers of a response, as the probe of the form of an operation finds them. */
async function findWrong(
	id: string,
	text: string,
	headers: Record<string, string>,
) {
	const probe = probes.find(
		({ description }) => description === `${id}: the example of the document`,
	);
	const send = async () => received(probe?.status ?? 0, text, headers);
	const found = await probe?.run(send, createCall(operations, send), () => []);
	return found?.map(({ where, expected, actual }) => [where, expected, actual]);
}

test("headers are compared with the new record, and with constants, but not with samples", async () => {
	const right = { location: "/jars/7", "x-kind": "jar", "x-trace": "any" };
	expect(await findWrong("addJar", '{"id":7}', right)).toEqual([]);
	const wrong = { ...right, location: "/jars/8" };
	expect(await findWrong("addJar", '{"id":7}', wrong)).toEqual([
		["header location", "/jars/7", "/jars/8"],
	]);
	expect(await findWrong("addJar", '{"id":7}', {})).toEqual([
		["header location", "/jars/7", "missing"],
		["header x-kind", "jar", "missing"],
	]);
});

test("headers of a page are compared with what its body and the request show", async () => {
	const text = '{"data":[],"total":3,"next_cursor":"b"}';
	const right = {
		...{ "x-total": "3", "x-size": "1 of 3", "x-next": "any" },
		link: '<http://a.test/jars?limit=1&cursor=b>; rel="next"',
	};
	expect(await findWrong("listJars", text, right)).toEqual([]);
	const wrong = { ...right, "x-total": "4", "x-size": "4" };
	expect(await findWrong("listJars", text, wrong)).toEqual([
		["header x-total", "3", "4"],
		["header x-size", "1 of 3", "4"],
	]);
});
