import { createEventStream } from "./event-stream.ts";
import { done, json } from "./problem-response.ts";
import {
	anything,
	number,
	object,
	optional,
	readMembers,
	text,
} from "./read-properties.ts";
import { wholeOf } from "./read-query-parameters.ts";
import type { RouteContext } from "./route.ts";

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
}: RouteContext): Promise<Response> {
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
}: RouteContext): Promise<Response> {
	const shape = { ...FILTER, limit: optional(number) };
	return json(await control.requests(readMembers(body, shape)));
}

export async function countRequests({
	control,
	body,
}: RouteContext): Promise<Response> {
	const filter = readMembers(body, FILTER);
	const page = await control.requests({ ...filter, limit: 0 });
	const { total: count, dropped, uncompared } = page;
	return json({ count, dropped, uncompared });
}

export async function clearRequests({
	control,
}: RouteContext): Promise<Response> {
	await control.clearRequests();
	return done();
}

export const followRequests = ({
	control,
	request,
	about,
}: RouteContext): Promise<Response> =>
	createEventStream(control, request.signal, about.ending);
