import type { ForwardRecord, HeaderList } from "../../journal/entry.ts";
import type * as schemas from "../../schemas/generated/types.ts";
import type { Optional } from "../../values/json.ts";
import { formatPlaces, type InvalidPointer } from "../../values/validation.ts";
import type { OperationModel, Reply } from "../model/service.ts";
import type { BodyStart, MockRequest } from "../request/request.ts";
import type { MockResponse } from "../response/response.ts";

/** Selects the operations that a real service responds to, as users write it. */
export type ForwardSettings = Optional<schemas.Forward>;

/** Forwarding as it is in effect in a session. */
export interface ActiveForward {
	/** Without a trailing slash. */
	readonly url: string;
	/** The ids of the forwarded operations, as they were given: the service may lack them by now. Undefined for all. */
	readonly only?: readonly string[] | undefined;
	/** The ids of the operations that the mock responds to, likewise. */
	readonly except?: readonly string[] | undefined;
	/** By name in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** The names of headers whose values a restart of the mock has lost: files keep no credentials. */
	readonly lostHeaders?: readonly string[] | undefined;
	readonly timeoutMs: number;
	readonly strict: boolean;
}

/** Whether the real service responds to the operation with this id. */
export const forwardsOperation = (
	{ only, except }: Pick<ForwardSettings, "only" | "except">,
	id: string,
): boolean => only?.includes(id) ?? !except?.includes(id);

/** Returns the ids that the settings of sessions name and that no operation has, by the name of the session. */
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

/** What settings of forwarding are read with. */
export interface ForwardContext {
	/** The ids of all operations. */
	readonly operations: readonly string[];
	/** What omitted properties keep. */
	readonly current?: ActiveForward | undefined;
	/** The URL at which this mock is served. */
	readonly ownUrl?: string | undefined;
}

/** Reads settings of forwarding, or returns what is wrong with them. */
export type ReadForward = (
	given: unknown,
	context: ForwardContext,
) => { forward: ActiveForward } | { invalid: readonly InvalidPointer[] };

/** Who may use the headers that forwarding adds. */
export interface ForwardAccess {
	/** The origins of pages that may use them, beside those of this machine. */
	readonly allowOrigin?: readonly string[] | undefined;
	/** The token that callers from other machines need. The service never gets it. */
	readonly controlToken?: string | undefined;
}

/** A request of an operation that a real service responds to. */
export interface ForwardRequest {
	readonly operation: OperationModel;
	/** As the client sent it. */
	readonly request: MockRequest;
	readonly method: string;
	/** Without the base path of the mock. */
	readonly path: string;
	/** The query with its question mark; empty if there is none. */
	readonly search: string;
	readonly headers: HeaderList;
	readonly body: BodyStart;
	readonly target: ActiveForward;
	/** How the mock would reject the request; undefined if it conforms to the OpenAPI document. */
	readonly rejection: Reply | undefined;
	/** Whether to wait for the end of a slow response body, so that the whole can be judged or damaged. */
	readonly isComplete: boolean;
	/** Aborted when the client no longer waits for the response. */
	readonly signal: AbortSignal;
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
	readonly headers: Readonly<Record<string, string>>;
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

/** The response of a real service, or of the mock instead of it. */
export interface ForwardOutcome {
	readonly check: ForwardCheck | Promise<ForwardCheck>;
	readonly response: MockResponse;
}

/** Why there is no response of the real service: it failed, it took too long, or it did not get the request. */
export interface ForwardFailure {
	readonly failure: "badGateway" | "gatewayTimeout" | "forbidden";
	readonly reason: string;
}

/** Sends requests to a real service, and checks each exchange against the OpenAPI document. */
export interface Forwarder {
	/** Reads settings of forwarding, or returns what is wrong with them. */
	readonly read: ReadForward;
	/** Identifies this mock in the `Via` header of forwarded requests. */
	readonly via: string;
	/**
	 * Lets the service respond to a request. Never rejects.
	 * @param exchange its `isComplete` says whether to wait for the end of a slow response body
	 */
	respond(
		forwarded: ForwardedRequest,
		exchange: ForwardedExchange,
	): Promise<ForwardOutcome>;
	/** Ends all connections. */
	close(): Promise<void>;
}

/** Loads the code that forwards, which a mock that forwards nothing does not need. */
export interface LoadForwarder {
	(access?: ForwardAccess): Promise<Forwarder>;
	/** Reads the option `forward`, which needs it. */
	readonly read?: ReadForward;
}

/** What all sessions of one mock share about forwarding. */
export interface Forwarding {
	/** What new sessions forward. */
	readonly initial: ActiveForward | undefined;
	/** The URL at which the mock is served; undefined if it is not known. */
	readonly ownUrl: string | undefined;
	/**
	 * Sets the URL at which the mock is served, which it must not forward to.
	 * @throws RangeError if new sessions forward to it
	 */
	setOwnUrl(url: string): void;
	/** Undefined if this mock cannot forward. */
	readonly load: LoadForwarder | undefined;
	/** Whether this mock has already forwarded the request. */
	isLoop(request: MockRequest): boolean;
	/** Ends all connections to services. The next forwarded request opens new ones. */
	close(): Promise<void>;
}

export const CANNOT_FORWARD =
	"This mock cannot forward. Pass loadForwarder from zaps-understudy/node to createMock, or use setupMock of zaps-understudy/node or `understudy serve`.";

/**
 * @param operations the ids of all operations
 * @param previous that of the document before, which requests under way may still use
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
	let loaded: Forwarder | undefined;
	let loading: Promise<Forwarder> | undefined;
	let ownUrl = previous?.ownUrl;

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
	// Sessions that forward this share it.
	const initial = previous?.initial ?? given;

	async function start(load: LoadForwarder): Promise<Forwarder> {
		try {
			loaded = await load(access);
			return loaded;
		} catch (error) {
			loading = undefined;
			throw error;
		}
	}

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
		isLoop: (request) =>
			(loaded !== undefined &&
				request.header("via")?.includes(loaded.via) === true) ||
			previous?.isLoop(request) === true,
		async close() {
			const forwarder = await loading?.catch(() => undefined);
			loading = undefined;
			await forwarder?.close();
			await previous?.close();
		},
	};
}
