import type { Service } from "../../alignment/align-round.ts";
import type { Measure } from "../../alignment/learn-requests.ts";
import { createDocumentService } from "../../behaviors/create-service.ts";
import { createContract } from "../../checks/create-contract.ts";
import type { MockDocument } from "../../service/load-document.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import type { OutgoingRequest, Send } from "../../verification/contract.ts";
import type { Observed } from "../../verification/observed.ts";
import { verifyContract } from "../../verification/run/verify.ts";
import type { VerifyOptions } from "../../verification/verify-options.ts";

/** Returns the request with another value in its query or its body: a number, or a text or list of this length. */
function withSize(
	request: OutgoingRequest,
	name: string,
	size: number,
): OutgoingRequest {
	const [path = "", search] = request.path.split("?");
	const query = new URLSearchParams(search);
	if (query.has(name)) {
		query.set(name, `${size}`);
		return { ...request, path: `${path}?${query}` };
	}
	const body = tryParseJson(`${request.body ?? ""}`);
	if (!isObject(body)) return request;
	const value = body[name];
	const sized = Array.isArray(value)
		? value.slice(0, size)
		: typeof value === "string"
			? value.slice(0, size)
			: size;
	return { ...request, body: JSON.stringify({ ...body, [name]: sized }) };
}

/** Creates a function that finds the largest accepted value by bisection. */
const createMeasure =
	(send: Send): Measure =>
	async ({ request }, name, documented) => {
		const accepts = async (size: number): Promise<boolean> =>
			(await send(withSize(request, name, size))).status < 300;
		let [accepted, rejected] = [0, documented];
		while (rejected - accepted > 1) {
			const middle = Math.floor((accepted + rejected) / 2);
			if (await accepts(middle)) accepted = middle;
			else rejected = middle;
		}
		return accepted > 0 ? accepted : undefined;
	};

/**
 * Returns the requests by which an alignment asks a service.
 * @param options the options of a verification
 * @param send sends further requests
 */
export function askService(
	baseUrl: string,
	{ service: { ledger } }: MockDocument,
	options: VerifyOptions,
	send: Send,
): Service {
	return {
		describe: (root) => createDocumentService(root, ledger),
		async verify(document) {
			let observed: Observed = { sightings: [], exchanges: [] };
			const verification = await verifyContract(
				createContract(document),
				baseUrl,
				{ ...options, strict: true },
				{
					onObserved(all) {
						observed = all;
					},
				},
			);
			return { verification, observed };
		},
		async try(document, operations, checks) {
			const selected = checks && {
				includes: (description: string) => checks.has(description),
			};
			const only = operations.filter(
				(id) => options.only?.includes(id) ?? true,
			);
			const { report } = await verifyContract(
				createContract(document),
				baseUrl,
				{ ...options, strict: true, only },
				{ verdictOnly: true, ...selected },
			);
			return report.interactions;
		},
		measure: createMeasure(send),
		only: options.only,
	};
}
