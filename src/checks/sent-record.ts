import { findRecord } from "../behaviors/collections.ts";
import type { Plan } from "../behaviors/find-behaviors.ts";
import { createHeaders } from "../behaviors/replies.ts";
import { pathOf, readSource } from "../document/field.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import { valueAt } from "../values/json.ts";
import type { Probe } from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import { type Create, jsonOf, show } from "./page-reader.ts";

const isPlain = (value: unknown): boolean =>
	["string", "number", "boolean"].includes(typeof value);

/** A new record has the values that were sent, and the headers of the response those of the record. */
export const showsWhatWasSent =
	(creator: Plan, create: Create): Probe["run"] =>
	async (send, _, compare) => {
		const { operation, request, body, success, response: described } = creator;
		const { body: sent } = create(operation.id);
		const asked = buildRequest(operation, { body: sent ?? {} });
		const response = await send(asked);
		const record = findRecord(creator);
		if (response.status !== success || !request || !record || !body)
			return compare(asked, response);
		const at = pathOf(body, record) ?? [];
		const source = readSource(request, sent);
		const shown = readSource(record, valueAt(jsonOf(response), ...at));
		const place = ["$", ...at].join(".");
		const differences = (["roles", "named"] as const).flatMap((kind) =>
			Object.entries(source[kind]).flatMap(([name, value]) => {
				const found = shown[kind][name];
				// The service may drop what it was sent, but not change it.
				return found === undefined || !isPlain(value) || found === value
					? []
					: [createMismatch(`${place}.${name}`, show(value), show(found))];
			}),
		);
		const headers = Object.entries(createHeaders(described)(shown) ?? {});
		return [
			...differences,
			...headers.flatMap(([name, expected]) =>
				response.headers[name] === expected
					? []
					: [
							createMismatch(
								`header ${name}`,
								expected,
								response.headers[name] ?? "missing",
							),
						],
			),
		];
	};
