import type { Effect } from "../faults/fault.ts";
import { headersOfProblem } from "./admit.ts";
import { problem } from "./problems.ts";
import type {
	AnswerSpec,
	Credentials,
	OperationSpec,
	Reply,
	Service,
} from "./service.ts";

type StatusEffect = Extract<Effect, { kind: "status" }>;

/** An answer that the document lists, as it shows it. */
export async function documentedReply(
	{ examples }: Service,
	spec: OperationSpec,
	auth: Credentials | undefined,
	status: number,
): Promise<Reply> {
	const { [spec.id]: shown = {} } = await examples();
	return {
		status,
		body: shown[status],
		headers: headersOfProblem(spec, status, { auth }),
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
	const listed = spec.answers[status];
	if (listed && body === undefined) {
		const reply = await documentedReply(service, spec, auth, status);
		return { ...reply, headers: { ...reply.headers, ...own } };
	}
	const { default: statuses } = await import("statuses");
	const answer = (mediaType: string): AnswerSpec => ({
		mediaType: own["content-type"] ?? mediaType,
		reason: statuses.message[status] ?? `Status ${status}`,
		// The mock answers what it was told to, which is no assumption about the service.
		assumptions: [],
	});
	const all = { ...headersOfProblem(spec, status, { auth }), ...own };
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
