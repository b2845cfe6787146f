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
import { wholeOf } from "./read-query.ts";
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

export async function listRequests({
	control,
	query,
}: Asked): Promise<Response> {
	return json(
		await control.requests({
			operation: query.get("operation"),
			method: query.get("method"),
			path: query.get("path"),
			status: wholeOf(query, "status"),
			limit: wholeOf(query, "limit"),
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
	const page = await control.requests({ ...filter, limit: 0 });
	const { total: count, dropped, uncompared } = page;
	return json({ count, dropped, uncompared });
}

export async function clearRequests({ control }: Asked): Promise<Response> {
	await control.clearRequests();
	return done();
}

export const followRequests = ({
	control,
	request,
	about,
}: Asked): Promise<Response> =>
	eventStream(control, request.signal, about.ending);
