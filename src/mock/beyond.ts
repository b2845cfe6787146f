import type { Address } from "./address.ts";
import { readBody } from "./body.ts";
import { createDeliver } from "./deliver.ts";
import type { Engine } from "./engine.ts";
import { createEnter } from "./enter.ts";
import { type NearMiss, nearMisses } from "./near-miss.ts";
import { problem } from "./problems.ts";
import { createRender, type Render } from "./render.ts";
import type { Respond } from "./respond.ts";
import type { Router } from "./router.ts";
import type { Reply } from "./service.ts";

/** What answers where no operation does. */
export interface Beyond {
	readonly respondUnknown: Respond;
	readonly respondUndefined: Respond;
	/** The operations that a request came closest to, nearest first, and why each does not match. */
	nearest(request: Request): NearMiss[];
	/** The same, and the journal has it as a request that was not answered. */
	miss(request: Request): NearMiss[];
}

/** @param baseUrl the only place that the mock answers at, where there is one */
export function createBeyond(
	engine: Engine,
	{ find, readAddress, basePath }: Router,
	baseUrl: string | undefined,
): Beyond {
	const { service } = engine;
	const enter = createEnter(engine);
	const deliver = createDeliver(engine);
	const specs = service.operations.map(({ spec }) => ({
		...spec,
		path: `${basePath}${spec.path}`,
	}));
	const { unknownPath, undefinedMethod } = service.beyond;

	const near = (method: string, address: Address): NearMiss[] => {
		const misses = nearMisses(method, address.path, specs);
		if (find(method, address)) return misses;
		const why = `the mock answers only below ${baseUrl}`;
		return misses.map(({ operation }) => ({ operation, why }));
	};

	/** One exchange that no operation matches. */
	async function refuse(
		request: Request,
		address: Address,
		render: Render,
		reply: Reply,
		headers?: Record<string, string>,
	): Promise<Response> {
		const { method } = request;
		const at = performance.now();
		const { session, refused } = enter(request, address, at);
		const received =
			request.body === null
				? undefined
				: await readBody(request, service.limits.maxBytes);
		return deliver(
			{ request, address, session, at, received },
			{
				rendered: render(refused ?? reply, method, headers),
				operation: null,
				nearest: near(method, address),
			},
		);
	}

	const renderUnknown = createRender({ [unknownPath.status]: unknownPath }, []);
	const respondUnknown: Respond = async (
		request,
		address = readAddress(request.url),
	) => {
		const nearest = near(request.method, address);
		const { path } = address;
		return refuse(
			request,
			address,
			renderUnknown,
			problem(
				"unknownPath",
				unknownPath.status,
				unknownPath,
				{ path },
				{ nearest },
			),
		);
	};

	const renderUndefined = createRender(
		{ [undefinedMethod.status]: undefinedMethod },
		[],
	);
	const respondUndefined: Respond = async (
		request,
		address = readAddress(request.url),
	) => {
		const { method } = request;
		const route = find(method, address);
		if (!route || !("allow" in route)) return respondUnknown(request, address);
		const path = `${basePath}${route.path}`;
		return refuse(
			request,
			address,
			renderUndefined,
			problem("undefinedMethod", undefinedMethod.status, undefinedMethod, {
				...route,
				path,
				method,
			}),
			{ allow: route.allow },
		);
	};

	return {
		respondUnknown,
		respondUndefined,
		nearest: (request) => near(request.method, readAddress(request.url)),
		miss(request) {
			const at = performance.now();
			const address = readAddress(request.url);
			const nearest = near(request.method, address);
			const { session } = enter(request, address, at);
			deliver(
				{ request, address, session, at, received: undefined },
				{ rendered: undefined, operation: null, nearest },
			);
			return nearest;
		},
	};
}
