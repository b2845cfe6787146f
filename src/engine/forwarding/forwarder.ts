import type { ForwardRecord, HeaderList } from "../../journal/entry.ts";
import type * as schemas from "../../schemas/generated/types.ts";
import type { Optional, Texts } from "../../values/json.ts";
import { formatPlaces, type InvalidPointer } from "../../values/validation.ts";
import type { OperationModel, Reply } from "../model/service.ts";
import type { BodyStart, MockRequest } from "../request/request.ts";
import type { MockResponse } from "../response/response.ts";

/** The settings of forwarding, as users write them. */
export type ForwardSettings = Optional<schemas.Forward>;

/** The settings of forwarding that are active in a session. */
export interface ActiveForward {
	/** Without a trailing slash. */
	readonly url: string;
	/** The ids of the forwarded operations, as they were set. The service may lack some. Undefined for all. */
	readonly only?: readonly string[] | undefined;
	/** The ids of the operations that the mock responds to, as they were set. */
	readonly except?: readonly string[] | undefined;
	/** By name in lower case. */
	readonly headers: Texts;
	/** The names of headers whose values were lost when the mock restarted, because files contain no credentials. */
	readonly lostHeaders?: readonly string[] | undefined;
	readonly timeoutMs: number;
	readonly strict: boolean;
}

/** Whether the real service responds to the operation with this id. */
export const forwardsOperation = (
	{ only, except }: Pick<ForwardSettings, "only" | "except">,
	id: string,
): boolean => only?.includes(id) ?? !except?.includes(id);

/** By session, returns the ids in the settings of forwarding that no operation has. */
export function findUnknownOperations(
	sessions: readonly { id: string; forward: ActiveForward | undefined }[],
	operations: readonly string[],
): Readonly<Record<string, readonly string[]>> {
	const known = new Set(operations);
	const unknown = sessions.map(({ id, forward }) => {
		const { only = [], except = [] } = forward ?? {};
		return [id, [...only, ...except].filter((each) => !known.has(each))];
	});
	return Object.fromEntries(unknown.filter(([, ids]) => ids?.length));
}

/** The context in which settings of forwarding are read. */
export interface ForwardContext {
	/** The ids of all operations. */
	readonly operations: readonly string[];
	/** The current settings, for properties that are omitted. */
	readonly current?: ActiveForward | undefined;
	/** The URL at which this mock is served. */
	readonly ownUrl?: string | undefined;
}

/** Reads settings of forwarding. Returns an error message if they are invalid. */
export type ReadForward = (
	given: unknown,
	context: ForwardContext,
) => { forward: ActiveForward } | { invalid: readonly InvalidPointer[] };

/** The callers that may use the headers that forwarding adds. */
export interface ForwardAccess {
	/** The origins of pages that may use them. Pages of this machine always may. */
	readonly allowOrigin?: readonly string[] | undefined;
	/** The token that callers from other machines must send. It is not passed on to the service. */
	readonly controlToken?: string | undefined;
}

/** A request for an operation that a real service responds to. */
export interface ForwardRequest {
	readonly operation: OperationModel;
	/** The request of the client. */
	readonly request: MockRequest;
	readonly method: string;
	/** The path without the base path of the mock. */
	readonly path: string;
	/** The query with its question mark; empty if there is none. */
	readonly search: string;
	readonly headers: HeaderList;
	readonly body: BodyStart;
	readonly target: ActiveForward;
	/** How the mock would reject the request; undefined if it conforms to the OpenAPI document. */
	readonly rejection: Reply | undefined;
	/** Whether to wait for the end of a slow response body, to check or damage all of it. */
	readonly isComplete: boolean;
}

/** The result of checking an exchange against the OpenAPI document. */
export interface ForwardCheck extends ForwardRecord {
	/** The start of the response body, for the journal. */
	readonly text: string;
}

/** The response of a real service. */
export interface ForwardedResponse {
	readonly status: number;
	readonly reason: string;
	/** By name in lower case, without `Set-Cookie`. */
	readonly headers: Texts;
	/** The values of `Set-Cookie`. */
	readonly cookies: readonly string[];
	readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
	/** A promise if the body is a stream. */
	readonly check: ForwardCheck | Promise<ForwardCheck>;
}

/** A request that a real service responds to. */
export interface ForwardedRequest {
	readonly target: ActiveForward;
	/** `incomplete` if the client did not send all of it. */
	readonly body: BodyStart | "incomplete";
}

export type ForwardedExchange = Pick<
	ForwardRequest,
	"operation" | "request" | "path" | "search" | "rejection" | "isComplete"
>;

/** The response of the real service, or the response that the mock sends instead. */
export interface ForwardOutcome {
	readonly check: ForwardCheck | Promise<ForwardCheck>;
	readonly response: MockResponse;
}

/** Why the real service did not respond: it failed, took too long, or did not receive the request. */
export interface ForwardFailure {
	readonly failure: "badGateway" | "gatewayTimeout" | "forbidden";
	readonly reason: string;
}

/** Sends requests to a real service, and checks each exchange against the OpenAPI document. */
export interface Forwarder {
	/** Reads settings of forwarding. Returns an error message if they are invalid. */
	readonly read: ReadForward;
	/** The name of this mock in the `Via` header of forwarded requests. */
	readonly via: string;
	/**
	 * Lets the service respond to a request. Never rejects.
	 * @param exchange `isComplete` determines whether to wait for the end of a slow response body
	 */
	respond(
		forwarded: ForwardedRequest,
		exchange: ForwardedExchange,
	): Promise<ForwardOutcome>;
	/** Ends all connections. */
	close(): Promise<void>;
}

/** Loads the code for forwarding. A mock that forwards nothing does not load it. */
export interface LoadForwarder {
	(access?: ForwardAccess): Promise<Forwarder>;
	/** Reads the option `forward`. A mock with this option needs it. */
	readonly read?: ReadForward;
}

/** The forwarding that all sessions of one mock share. */
export interface Forwarding {
	/** The settings of new sessions. */
	readonly initial: ActiveForward | undefined;
	/** The URL at which the mock is served; undefined if it is unknown. */
	readonly ownUrl: string | undefined;
	/**
	 * Sets the URL at which the mock is served, so that the mock does not forward to itself.
	 * @throws RangeError if new sessions forward to this URL
	 */
	setOwnUrl(url: string): void;
	/** Undefined if this mock cannot forward. */
	readonly load: LoadForwarder | undefined;
	/** By its name in `Via`, what ends the connections of each forwarder, also of those of earlier documents. */
	readonly closers: Map<string, Forwarder["close"]>;
	/** Whether this mock has already forwarded the request. */
	isLoop(request: MockRequest): boolean;
	/** Ends all connections to services. The next forwarded request opens new ones. */
	close(): Promise<void>;
}

export const CANNOT_FORWARD =
	"This mock cannot forward. Pass createMock the loadForwarder of zaps-understudy/node, or use its setupMock or `understudy serve`.";

/**
 * @param operations the ids of all operations
 * @param previous the forwarding of the previous document, which requests in progress may still use
 * @throws RangeError for invalid settings of `forward`, or if there is no `loadForwarder`
 */
export function createForwarding(
	{
		forward: settings,
		loadForwarder,
		...access
	}: ForwardAccess & {
		readonly forward?: unknown;
		readonly loadForwarder?: LoadForwarder | undefined;
	},
	operations: readonly string[],
	previous?: Forwarding,
): Forwarding {
	let loading: Promise<Forwarder> | undefined;
	let ownUrl = previous?.ownUrl;
	const closers: Forwarding["closers"] = previous?.closers ?? new Map();

	function readInitial(): ActiveForward | undefined {
		if (settings === undefined) return undefined;
		if (!loadForwarder?.read) throw new RangeError(CANNOT_FORWARD);
		const result = loadForwarder.read(settings, { operations, ownUrl });
		if ("invalid" in result)
			throw new RangeError(
				formatPlaces("Invalid forward.", result.invalid, "forward"),
			);
		return result.forward;
	}
	const given = readInitial();
	// All sessions that forward share it.
	const initial = previous?.initial ?? given;

	const start = (load: LoadForwarder): Promise<Forwarder> =>
		load(access).then(
			(loaded) => {
				closers.set(loaded.via, loaded.close);
				return loaded;
			},
			(error) => {
				loading = undefined;
				throw error;
			},
		);

	return {
		initial,
		get ownUrl() {
			return ownUrl;
		},
		setOwnUrl(url) {
			ownUrl = url;
			readInitial();
		},
		load: loadForwarder && (() => (loading ??= start(loadForwarder))),
		closers,
		isLoop: (request) =>
			closers.size > 0 &&
			[...closers.keys()].some((via) => request.header("via")?.includes(via)),
		async close() {
			await loading?.catch(() => {});
			loading = undefined;
			for (const close of closers.values()) await close();
		},
	};
}
