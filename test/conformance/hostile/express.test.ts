import { describe, expect, test } from "vitest";
import { EXHAUSTIVE } from "../../support/exhaustive.ts";
import {
	CREATED,
	HOST,
	head,
	JSON_TYPE,
	OK,
	parserError,
	problem,
} from "../../support/raw-request.ts";
import { openSocket } from "../../support/raw-socket.ts";
import type { HostileRequest } from "./hostile-request.ts";
import { expectResponses, listHostileRequests } from "./hostile-requests.ts";
import { mountWatched } from "./watched-servers.ts";

const UNKNOWN = "404 text/html";

/** The responses of an app to requests that Express or the Fetch standard reads differently. */
const DIFFERENCES: Readonly<Record<string, string>> = {
	// Node passes only the first header to Express.
	"two Content-Types": CREATED,
	// A fetch Request cannot have such a URL.
	"a URL with credentials": UNKNOWN,
	'"/__session//"': UNKNOWN,
	// The URL of a fetch Request is normalized.
	'"/__session/../v1/health"': OK,
	'"/__session/%2e%2e/v1/health"': OK,
};

/** Converts the response of `serve` to that of an app, which handles unmatched requests itself. */
const toAppResponse = (group: string, response: string): string =>
	response === problem(404) ||
	// Without a URL that is valid for a fetch Request, the app handles the request.
	(group === "form of the target" && response === problem(400))
		? UNKNOWN
		: response;

/** Whether a request reaches Express, or Node's parser has already rejected it. */
const reachesExpress = ([, , response]: HostileRequest): boolean =>
	![400, 413, 431].some((status) => response === parserError(status));

describe.each(EXHAUSTIVE ? ["", "/api"] : ["/api"])(
	"mounted at %j",
	async (base) => {
		const { url } = await mountWatched(base);

		test.each(listHostileRequests(base))(
			"survives requests with an unusual %s",
			async (group, requests) => {
				const sent = EXHAUSTIVE ? requests : requests.filter(reachesExpress);
				await expectResponses(
					url,
					sent.map(([name, bytes, ...responses]) => {
						const other = DIFFERENCES[name];
						const expected = responses.map((response) =>
							toAppResponse(group, response),
						);
						return [name, bytes, ...(other ? [other] : expected)];
					}),
				);
			},
		);

		test("leaves the body of a request to the app unread", async () => {
			const body = '{"for":"the app"}';
			const length = `Content-Length: ${body.length}`;
			await using socket = await openSocket(url);
			socket.send(head("POST /echo HTTP/1.1", HOST, JSON_TYPE, length) + body);
			const [response] = await socket.responses();
			expect(response?.body).toBe(body);
		});
	},
);
