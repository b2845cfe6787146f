import type { Fault } from "../../faults/fault.ts";
import { ControlError } from "../control-error.ts";
import { done, json } from "./problem-response.ts";
import {
	flag,
	number,
	object,
	optional,
	readMembers,
	text,
} from "./read-properties.ts";
import type { RouteContext } from "./route.ts";

export async function setScenario({
	control,
	body,
}: RouteContext): Promise<Response> {
	await control.setScenario(readMembers(body, { name: text }).name);
	return json(await control.scenarios());
}

function requireFaults(body: unknown): readonly Fault[] {
	if (Array.isArray(body)) return body;
	throw new ControlError(
		400,
		"The faults cannot be set, and those set before stay.",
		[{ pointer: "", detail: "must be an array of faults" }],
	);
}

export async function setFaults({
	control,
	body,
}: RouteContext): Promise<Response> {
	await control.setFaults(requireFaults(body));
	return json(await control.faults());
}

export async function addFaults({
	control,
	body,
}: RouteContext): Promise<Response> {
	await control.addFaults(requireFaults(body));
	return json(await control.faults());
}

export async function clearFaults({
	control,
}: RouteContext): Promise<Response> {
	await control.clearFaults();
	return done();
}

export async function setState({
	control,
	body,
}: RouteContext): Promise<Response> {
	if (!object.is(body))
		throw new ControlError(
			400,
			"The state cannot be replaced, and stays as it is.",
			[{ pointer: "", detail: object.must }],
		);
	await control.setState(body);
	return done();
}

export async function reset({
	control,
	body,
}: RouteContext): Promise<Response> {
	await control.reset(
		readMembers(body, {
			dataset: optional(text),
			seed: optional(number),
			all: optional(flag),
		}),
	);
	return done();
}

export const takeSnapshot = async ({
	control,
}: RouteContext): Promise<Response> =>
	json({ id: await control.snapshot() }, 201);

export async function restoreSnapshot({
	control,
	id,
}: RouteContext): Promise<Response> {
	await control.restore(id);
	return done();
}

export async function deleteSnapshot({
	control,
	id,
}: RouteContext): Promise<Response> {
	await control.deleteSnapshot(id);
	return done();
}

export async function deleteSession({
	control,
	id,
}: RouteContext): Promise<Response> {
	await control.deleteSession(id);
	return done();
}
