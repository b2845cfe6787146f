import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validators } from "../../../contracts/generated/response-validators.ts";
import { CONTRARY } from "../../provider/differences.ts";
import { startService } from "../../provider/server.ts";
import { operations } from "../../unit/properties/requests/operation-requests.ts";
import { toRequest } from "../../unit/properties/requests/request-parts.ts";
import { isWhole } from "../sample.ts";

const [VALID, INVALID] = isWhole ? [50, 20] : [20, 4];

// `understudy verify` checks one request of each kind. This test checks many, so that both services really are valid.
describe.each([
	["ordinary", []],
	["contrary", CONTRARY],
])("the %s service", (_, differences) => {
	test.each(operations)(
		"$id responds to valid requests with $successStatus and to invalid requests with their errors, as the OpenAPI document describes",
		async ({ id, valid, successStatus, violations, invalidStatus }) => {
			await using service = await startService({ differences });
			const send = async (parts: Parameters<typeof toRequest>[0]) => {
				const response = await fetch(toRequest(parts, service.url));
				const { status, headers } = response;
				const text = await response.text();
				const isJson = /json/i.test(headers.get("content-type") ?? "");
				const body = isJson ? JSON.parse(text) : text;
				expect(validators[`${id} ${status}`]?.(body)).toBe(true);
				return { status, errors: body.errors };
			};
			await fc.assert(
				fc.asyncProperty(valid, async (parts) => {
					expect((await send(parts)).status).toBe(successStatus);
				}),
				{ numRuns: VALID },
			);
			for (const { title, requests } of violations)
				await fc.assert(
					fc.asyncProperty(requests, async ({ parts, location }) => {
						const { status, errors } = await send(parts);
						expect({ title, status, errors }).toEqual({
							title,
							status: invalidStatus,
							errors: [expect.objectContaining(location)],
						});
					}),
					{ numRuns: INVALID },
				);
		},
	);
});

test("the contrary service differs from the ordinary one wherever the OpenAPI document allows it", async () => {
	await using service = await startService({ differences: CONTRARY });
	const send = async (path: string, body?: object) => {
		const init = body && {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
		};
		return (await fetch(service.url + path, init)).text();
	};
	expect(await send("/v1/zaps", { name: "é/\u{1f600}" })).toMatch(
		/^\r\n\{\n.*"createdAt": "[^.]+Z".*"name": "\\u00E9\\\/\\uD83D\\uDE00".*"revision"/s,
	);
	await send("/v1/command", { command: "é/" });
	const { items } = JSON.parse(await send("/v1/audit/search", { text: "É/" }));
	expect(items).toMatchObject([
		{ action: "command.submitted", at: expect.stringMatching(/\.\d{6}Z$/) },
		{ detail: { revision: 1 } },
	]);
	expect(items[0]).not.toHaveProperty("detail");
	expect(await send("/metrics")).toContain("build_info");
	const rejected = await fetch(`${service.url}/v1/zaps`, { method: "DELETE" });
	expect(rejected.statusText).toBe("");
	expect(rejected.headers.get("transfer-encoding")).toBe("chunked");
	expect(await rejected.text()).toContain("errors.example");
});
