import type { EngineContext } from "../engine/context.ts";
import {
	type ActiveForward,
	CANNOT_FORWARD,
	type ForwardSettings,
} from "../engine/forwarding/forwarder.ts";
import { REDACTED } from "../values/redact.ts";
import { ControlError } from "./control-error.ts";
import type { SessionAccess } from "./session-access.ts";

/** The operations that a real service responds to. */
export interface ForwardInfo {
	/** The base URL of the service; null if the mock responds to all operations. */
	readonly url: string | null;
	/** The ids of the forwarded operations. */
	readonly operations: readonly string[];
	/** The headers that forwarded requests get; their values are redacted. */
	readonly headers: Readonly<Record<string, string>>;
	/** The names of headers that forwarded requests no longer get: a restart of the mock has lost their values. */
	readonly lostHeaders: readonly string[];
	readonly timeoutMs: number | null;
	readonly strict: boolean;
}

export interface ForwardControl {
	/** Returns which operations a real service responds to. */
	forward(): Promise<ForwardInfo>;
	/**
	 * Lets a real service respond to operations. Omitted properties keep their values, except that `only` and `except`
	 * always begin anew, and that headers are kept for the same origin only.
	 * @throws ControlError for invalid settings, or if the mock cannot forward
	 */
	setForward(settings: ForwardSettings): Promise<void>;
	/** Lets the mock respond to all operations. */
	clearForward(): Promise<void>;
}

const describe = (forward: ActiveForward | undefined): ForwardInfo => ({
	url: forward?.url ?? null,
	operations: forward?.operations ?? [],
	headers: Object.fromEntries(
		Object.keys(forward?.headers ?? {}).map((name) => [name, REDACTED]),
	),
	lostHeaders: forward?.lostHeaders ?? [],
	timeoutMs: forward?.timeoutMs ?? null,
	strict: forward?.strict ?? false,
});

export function createForwardControl(
	{ service, sessions, forwarding, redact }: EngineContext,
	{ open, view }: SessionAccess,
): ForwardControl {
	const operations = service.operations.map(({ spec }) => spec.id);
	return {
		forward: () => view(({ forward }) => describe(forward)),
		async setForward(settings: unknown = {}) {
			if (!forwarding.load) throw new ControlError(400, CANNOT_FORWARD);
			const { ownUrl } = forwarding;
			const current = await view(({ forward }) => forward);
			const forwarder = await forwarding.load();
			const read = forwarder.read(settings, { operations, current, ownUrl });
			if ("invalid" in read)
				throw new ControlError(
					400,
					"Invalid settings of forwarding. The current ones are unchanged.",
					read.invalid,
				);
			for (const name of Object.keys(read.forward.headers)) redact.add(name);
			sessions.change(open(), { forward: read.forward });
		},
		async clearForward() {
			sessions.change(open(), { forward: undefined });
		},
	};
}
