import { createDeliver } from "./deliver.ts";
import type { Engine } from "./engine.ts";
import { createEnter } from "./enter.ts";
import { readReceived } from "./request/read-input.ts";
import type { MockRequest } from "./request/request.ts";
import type { Respond } from "./respond.ts";
import { problem } from "./response/problems.ts";
import { createRender, type Render } from "./response/render.ts";
import type { Address } from "./routing/address.ts";
import { findNearMisses, type NearMiss } from "./routing/near-miss.ts";
import type { Router } from "./routing/router.ts";
import type { Reply } from "./service.ts";

/** What answers where no operation does. */
export interface Beyond {
	readonly respondUnknown: Respond;
	readonly respondUndefined: Respond;
	/** The operations that a request came closest to, nearest first, and why each does not match. */
	nearest(incoming: MockRequest): NearMiss[];
	/** The same, and the journal has it as a request that was not answered. */
	miss(incoming: MockRequest): NearMiss[];
}

/** @param baseUrl the only place that the mock answers at, where there is one */
export function createBeyond(
	engine: Engine,
	{ match: find, readAddress, basePath }: Router,
	baseUrl: string | undefined,
): Beyond {
	const { service } = engine;
	const enter = createEnter(engine);
	const deliver = createDeliver(engine);
	const specs = service.operations.map(({ spec }) => ({
		...spec,
		path: `${basePath}${spec.path}`,
	}));
	const { unknownPath, undefinedMethod } = service.unmatched;

	const near = (method: string, address: Address): NearMiss[] => {
		const misses = findNearMisses(method, address.path, specs);
		if (find(method, address)) return misses;
		const why = `the mock answers only below ${baseUrl}`;
		return misses.map(({ operation }) => ({ operation, why }));
	};

	/** One exchange that no operation matches. */
	async function refuse(
		incoming: MockRequest,
		address: Address,
		render: Render,
		reply: Reply,
		headers?: Record<string, string>,
	): ReturnType<Respond> {
		const { method } = incoming;
		const at = performance.now();
		const { session, refused } = enter(incoming, address, at);
		const bytes = await incoming.readBody(service.limits.maxBytes);
		const received = readReceived(bytes);
		return deliver(
			{ incoming, address, session, stage: session.active, at, received },
			{
				rendered: render(refused ?? reply, method, headers),
				operation: null,
				durationMs: performance.now() - at,
				nearest: near(method, address),
			},
		);
	}

	const renderUnknown = createRender({ [unknownPath.status]: unknownPath }, []);
	const respondUnknown: Respond = async (incoming, address) => {
		const nearest = near(incoming.method, address);
		const { path } = address;
		const reply = problem(
			"unknownPath",
			unknownPath.status,
			unknownPath,
			{ path },
			{ nearest },
		);
		return refuse(incoming, address, renderUnknown, reply);
	};

	const renderUndefined = createRender(
		{ [undefinedMethod.status]: undefinedMethod },
		[],
	);
	const respondUndefined: Respond = async (incoming, address) => {
		const { method } = incoming;
		const route = find(method, address);
		if (!route || !("allow" in route)) return respondUnknown(incoming, address);
		const path = `${basePath}${route.path}`;
		const reply = problem(
			"undefinedMethod",
			undefinedMethod.status,
			undefinedMethod,
			{ ...route, path, method },
		);
		const { allow } = route;
		return refuse(incoming, address, renderUndefined, reply, { allow });
	};

	return {
		respondUnknown,
		respondUndefined,
		nearest: (incoming) => near(incoming.method, readAddress(incoming)),
		miss(incoming) {
			const at = performance.now();
			const address = readAddress(incoming);
			const nearest = near(incoming.method, address);
			const { session } = enter(incoming, address, at);
			const { active: stage } = session;
			const received = undefined;
			const begun = { incoming, address, session, stage, at, received };
			deliver(begun, {
				rendered: undefined,
				operation: null,
				durationMs: 0,
				nearest,
			});
			return nearest;
		},
	};
}
