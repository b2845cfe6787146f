import type { Engine } from "./engine.ts";
import { type NearMiss, nearMisses } from "./near-miss.ts";
import { problem } from "./problems.ts";
import { createRender } from "./render.ts";
import type { Respond } from "./respond.ts";
import type { Router } from "./router.ts";

/** What answers where no operation does. */
export interface Beyond {
	readonly respondUnknown: Respond;
	readonly respondUndefined: Respond;
	/** The operations that a request came closest to, nearest first, and why each does not match. */
	nearest(request: Request): NearMiss[];
}

/** @param baseUrl the only place that the mock answers at, where there is one */
export function createBeyond(
	{ service, Response }: Engine,
	{ find, basePath }: Router,
	baseUrl: string | undefined,
): Beyond {
	const specs = service.operations.map(({ spec }) => ({
		...spec,
		path: `${basePath}${spec.path}`,
	}));
	const { unknownPath, undefinedMethod } = service.beyond;

	const renderUnknown = createRender(
		Response,
		{ [unknownPath.status]: unknownPath },
		[],
	);
	const pathOf = (request: Request): string => {
		const route = find(request);
		return route && "unknownPath" in route
			? route.unknownPath
			: new URL(request.url).pathname;
	};
	const nearest = (request: Request): NearMiss[] => {
		const misses = nearMisses(request.method, pathOf(request), specs);
		if (find(request)) return misses;
		const why = `the mock answers only below ${baseUrl}`;
		return misses.map(({ operation }) => ({ operation, why }));
	};
	const respondUnknown: Respond = async (request) => {
		const reply = problem(
			"unknownPath",
			unknownPath.status,
			unknownPath,
			{ path: pathOf(request) },
			{ nearest: nearest(request) },
		);
		return renderUnknown(reply, request.method);
	};

	const renderUndefined = createRender(
		Response,
		{ [undefinedMethod.status]: undefinedMethod },
		[],
	);
	const respondUndefined: Respond = async (request) => {
		const route = find(request);
		if (!route || !("allow" in route)) return respondUnknown(request);
		const path = `${basePath}${route.path}`;
		const circumstances = { ...route, path, method: request.method };
		return renderUndefined(
			problem(
				"undefinedMethod",
				undefinedMethod.status,
				undefinedMethod,
				circumstances,
			),
			request.method,
			{ allow: route.allow },
		);
	};

	return { respondUnknown, respondUndefined, nearest };
}
