import { essenceOf, isJsonType } from "../../../values/http.ts";
import type {
	Contract,
	OutgoingRequest,
	ProviderResponse,
	Send,
} from "../../contract.ts";
import { isCheckFailure, keepCheckFailure } from "../../errors.ts";
import type { Observation, Observer } from "../../observer.ts";
import { buildRequest } from "../../operations.ts";

/** A service requires another media type for the body of an operation than the document has. */
export interface LearntMediaType {
	readonly documented: string;
	/** The media type that the service requires. */
	readonly mediaType: string;
	/** An exchange with this media type. */
	readonly example: Pick<Observation, "request" | "response">;
}

const MEDIA_TYPE = /\bapplication\/[\w.+-]*json\b/g;
const UNSUPPORTED = 415;

const typeOf = ({ headers }: Pick<OutgoingRequest, "headers">): string =>
	essenceOf(headers?.["content-type"] ?? "");

/** Lists the JSON media types that a rejection names. */
function listNamed({ headers, body }: ProviderResponse): string[] {
	const text = [
		...["accept", "accept-post", "accept-patch"].map((each) => headers[each]),
		body,
	].join("\n");
	return [...new Set(text.match(MEDIA_TYPE))];
}

/** Tries the media types that a service names when it rejects the documented one. */
export async function learnMediaTypes(
	contract: Contract,
	{ observations }: Pick<Observer, "observations">,
	send: Send,
): Promise<ReadonlyMap<string, LearntMediaType>> {
	const found = new Map<string, LearntMediaType>();
	for (const operation of contract.operations) {
		const { id } = operation;
		const rejected = observations.find(
			({ target, status, request, response }) =>
				target === id &&
				status < 300 &&
				response.status === UNSUPPORTED &&
				isJsonType(typeOf(request)),
		);
		if (!rejected) continue;
		const documented = typeOf(rejected.request);
		for (const mediaType of listNamed(rejected.response)) {
			if (mediaType === documented) continue;
			const request = buildRequest(
				{ ...operation, bodies: [mediaType] },
				contract.createValidRequest(id, []),
			);
			const response = await send(request).catch(keepCheckFailure);
			if (isCheckFailure(response) || response.status === UNSUPPORTED) continue;
			found.set(id, {
				documented,
				mediaType,
				example: { request, response },
			});
			break;
		}
	}
	return found;
}

/** Returns the contract with these media types, so that its requests are built in them. */
export const withMediaTypes = (
	contract: Contract,
	learnt: ReadonlyMap<string, LearntMediaType>,
): Contract => ({
	...contract,
	operations: contract.operations.map((each) => {
		const { mediaType } = learnt.get(each.id) ?? {};
		return mediaType === undefined ? each : { ...each, bodies: [mediaType] };
	}),
});

/** Returns the request with another media type if it has the first one. Without media types, it stays as it is. */
export const changeMediaType = (
	request: OutgoingRequest,
	from: string | undefined,
	to: string | undefined,
): OutgoingRequest =>
	to !== undefined && typeOf(request) === from
		? { ...request, headers: { ...request.headers, "content-type": to } }
		: request;
