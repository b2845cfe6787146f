import { expect, test } from "vitest";
import { createSource } from "../../../src/verification/learning/lists/create-source.ts";
import { receivedJson } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

test("new records are on the last page if the oldest come first", async () => {
	const example = {
		request: { method: "POST", path: "/v1/audit/search" },
		response: receivedJson({}),
	};
	const page = {
		...{ name: "cursor", path: ["page"], isInQuery: true, example },
		...{ form: "", translate: (value: unknown) => value },
		position: { role: "page", first: 0, hasMinimum: false },
	} as const;
	const limit = { ...page, name: "limit", path: ["size"] };
	const order = {
		...{ expected: "the newest record first", example },
		actual: "the oldest record first",
	};
	const all = Array.from({ length: 250 }, (_, id) => ({ id }));
	const read = async (...seen: (typeof order)[]) => {
		const { readTrails } = createSource(
			contract,
			async (_, { path }) => {
				const query = new URLSearchParams(path.split("?")[1]);
				const size = Number(query.get("size") ?? 20);
				const start = Number(query.get("page") ?? 0) * size;
				const items = all.slice(start, start + size);
				return receivedJson({ items, total: all.length });
			},
			"/v1/zaps",
			new Map([["searchAudit", { conditions: [page, limit], seen }]]),
		);
		return (await readTrails()).get("searchAudit")?.at(-1)?.id;
	};
	expect(await read(order)).toBe(249);
	expect(await read()).toBe(19);
});
