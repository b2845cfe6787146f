import type { Control } from "../../../src/control/control.ts";
import {
	type SetupMockOptions,
	setupMock,
} from "../../../src/entries/browser.ts";

/** A request, as it is passed to the page. */
export interface SentRequest {
	readonly url: string;
	readonly method: string;
	readonly headers: [name: string, value: string][];
	readonly body: Uint8Array<ArrayBuffer> | undefined;
	/** Whether the page sends the body as a stream. */
	readonly streamed: boolean;
}

/** What the page received, up to the end of the body or an error. */
export interface ReceivedResponse {
	readonly status: number;
	readonly headers: [name: string, value: string][];
	readonly chunks: Uint8Array[];
	/** The message of the error that ended the body. */
	readonly broken: string | undefined;
}

/** Starts a mock that intercepts the requests of this page. */
export async function openMock(
	options: SetupMockOptions,
): Promise<{ readonly control: Control; stop(): Promise<void> }> {
	// The clock that all other transports have by default.
	const clock = "2026-01-01T00:00:00.000Z";
	const mock = setupMock({ clock, ...options, baseUrl: location.origin });
	await mock.start();
	return mock;
}

/**
 * Sends a request from this page.
 * @returns the response, or why there is none
 */
export async function send({
	url,
	method,
	headers,
	body,
	streamed,
}: SentRequest): Promise<ReceivedResponse | { readonly failure: string }> {
	const init = {
		method,
		headers,
		...(body && { body: streamed ? new Blob([body]).stream() : body }),
		duplex: "half",
	};
	try {
		return await readResponse(await fetch(url, init));
	} catch (error) {
		return { failure: String(error) };
	}
}

async function readResponse({
	status,
	headers,
	body,
}: Response): Promise<ReceivedResponse> {
	const chunks: Uint8Array[] = [];
	const reader = body?.getReader();
	let broken: string | undefined;
	try {
		for (let read = await reader?.read(); read?.value; ) {
			chunks.push(read.value);
			read = await reader?.read();
		}
	} catch (error) {
		broken = String(error);
	}
	return { status, headers: [...headers], chunks, broken };
}
