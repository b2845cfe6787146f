import type { Control } from "../mock/control.ts";
import { ControlError } from "../mock/control-error.ts";
import { done, json } from "./answers.ts";
import { eventStream } from "./event-stream.ts";
import {
	anything,
	number,
	object,
	optional,
	readMembers,
	text,
} from "./read-members.ts";
import { readWhole } from "./read-query.ts";
import type { Asked } from "./route.ts";

/** What a body may ask the journal for. */
const FILTER = {
	operation: optional(text),
	method: optional(text),
	path: optional(text),
	status: optional(number),
	query: optional(object),
	body: anything,
};

/** The session may be named as a parameter too, since an EventSource sends no headers. */
function ofSession({ control, request, query }: Asked): Control {
	const inQuery = query.get("session");
	const inHeader = request.headers.get("mock-session");
	if (inQuery === undefined) return control;
	if (inHeader !== null && inHeader !== inQuery)
		throw new ControlError(
			400,
			`The session cannot be both "${inHeader}" and "${inQuery}". Name it once.`,
		);
	return control.session(inQuery);
}

export async function listRequests(asked: Asked): Promise<Response> {
	const { query } = asked;
	return json(
		await ofSession(asked).requests({
			operation: query.get("operation"),
			method: query.get("method"),
			path: query.get("path"),
			status: readWhole(query, "status"),
			limit: readWhole(query, "limit"),
		}),
	);
}

export async function findRequests({
	control,
	body,
}: Asked): Promise<Response> {
	const shape = { ...FILTER, limit: optional(number) };
	return json(await control.requests(readMembers(body, shape)));
}

export async function countRequests({
	control,
	body,
}: Asked): Promise<Response> {
	const filter = readMembers(body, FILTER);
	const { total, dropped } = await control.requests({ ...filter, limit: 0 });
	return json({ count: total, dropped });
}

export async function clearRequests({ control }: Asked): Promise<Response> {
	await control.clearRequests();
	return done();
}

export const followRequests = (asked: Asked): Promise<Response> =>
	eventStream(ofSession(asked), asked.request.signal, asked.about.ending);
