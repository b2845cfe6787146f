import type { Effect } from "../../faults/fault.ts";
import { problemHeaders } from "../request/access.ts";
import type {
	Credentials,
	OperationSpec,
	Reply,
	ResponseSpec,
	Service,
} from "../service.ts";
import { problem } from "./problems.ts";

type StatusEffect = Extract<Effect, { kind: "status" }>;

/** An answer that the document lists, as it shows it. */
export async function exampleReply(
	{ examples }: Service,
	spec: OperationSpec,
	auth: Credentials | undefined,
	status: number,
): Promise<Reply> {
	const { [spec.id]: shown = {} } = await examples();
	return {
		status,
		body: shown[status],
		headers: problemHeaders(spec, status, { auth }),
	};
}

const withOwnType = (
	headers: StatusEffect["headers"],
): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers ?? {}).map(([name, value]) => [
			name.toLowerCase(),
			value,
		]),
	);

/** What a fault answers in place of the operation: what was given, what the document shows, or a problem. */
export async function forcedReply(
	service: Service,
	spec: OperationSpec,
	auth: Credentials | undefined,
	{ status, body, headers }: StatusEffect,
): Promise<Reply> {
	const own = withOwnType(headers);
	const listed = spec.responses[status];
	if (listed && body === undefined) {
		const reply = await exampleReply(service, spec, auth, status);
		return { ...reply, headers: { ...reply.headers, ...own } };
	}
	const { default: statuses } = await import("statuses");
	const answer = (mediaType: string): ResponseSpec => ({
		mediaType: own["content-type"] ?? mediaType,
		reason: statuses.message[status] ?? `Status ${status}`,
		// The mock answers what it was told to, which is no assumption about the service.
		assumptions: [],
	});
	const all = { ...problemHeaders(spec, status, { auth }), ...own };
	if (body !== undefined)
		return {
			status,
			body,
			headers: all,
			spec: answer(listed?.mediaType ?? "application/json"),
		};
	const asProblem = answer("application/problem+json");
	return {
		...problem("fault", status, asProblem, { words: `${status}` }),
		headers: all,
		spec: asProblem,
	};
}
