import { formatPlaces } from "../../values/validation.ts";
import type { OperationModel } from "../model/service.ts";
import type { MockRequest } from "../request/request.ts";
import type { MockResponse } from "../response/response.ts";
import type {
	ActiveForward,
	ForwardAccess,
	Forwarder,
	LoadForwarder,
} from "./forwarder.ts";

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

/** Returns where to forward the operation; undefined if the mock responds to it. */
export const findTarget = (
	forward: ActiveForward | undefined,
	{ id }: OperationModel,
): ActiveForward | undefined =>
	forward?.operations.includes(id) ? forward : undefined;

/** @param applied the preferences that the mock applied */
export const addPreferences = (
	response: MockResponse,
	applied: string,
): MockResponse =>
	applied === ""
		? response
		: {
				...response,
				headers: { ...response.headers, "preference-applied": applied },
			};

/**
 * @param settings what new sessions forward
 * @param operations the ids of all operations
 * @throws RangeError for invalid settings, or if there is no `loadForwarder`
 */
export function createForwarding(
	settings: unknown,
	loadForwarder: LoadForwarder | undefined,
	operations: readonly string[],
	access: ForwardAccess,
): Forwarding {
	let loaded: Forwarder | undefined;
	let loading: Promise<Forwarder> | undefined;
	let ownUrl: string | undefined;
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
	const initial = readInitial();

	async function load(create: LoadForwarder): Promise<Forwarder> {
		loaded = await create(access);
		return loaded;
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
		load:
			loadForwarder &&
			(() => {
				loading ??= load(loadForwarder).catch((error) => {
					loading = undefined;
					throw error;
				});
				return loading;
			}),
		isLoop: (request) =>
			loaded !== undefined &&
			request.header("via")?.includes(loaded.via) === true,
		async close() {
			const forwarder = await loading?.catch(() => undefined);
			loading = undefined;
			await forwarder?.close();
		},
	};
}
