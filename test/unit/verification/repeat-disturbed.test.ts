import { expect, test } from "vitest";
import { repeatDisturbed } from "../../../src/verification/requests/repeat-disturbed.ts";
import { received } from "../../support/received.ts";

const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();

test.each([
	["5xx that passes", [500, 502, 200], "", 3, 2],
	["5xx that stays", [503, 503, 503, 503, 503], "", 4, 4],
	["501, which stays", [501, 200], "", 1, undefined],
	["429 that passes", [429, 200], "", 2, undefined],
	["429 for too many seconds", [429, 200], "3600", 1, undefined],
	["429 until a time too far away", [429, 200], inAnHour, 1, undefined],
])(
	"%s is repeated as often as it may help",
	async (_, statuses, retryAfter, sent, failures) => {
		const outcomes = [...statuses];
		const { send } = repeatDisturbed(
			async () => {
				const headers = { "retry-after": retryAfter };
				const status = outcomes.shift() ?? 0;
				return received(status, "", headers);
			},
			new AbortController().signal,
			60_000,
		);
		const response = await send({ method: "GET", path: "/" });
		expect(statuses.length - outcomes.length).toBe(sent);
		expect(response.repeated?.failures).toBe(failures);
	},
);
