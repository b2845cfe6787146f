import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, expect, test } from "vitest";
import { requireAccess } from "../../../src/control/server/access-control.ts";

const compared: (readonly [number, number])[] = [];

const { timingSafeEqual } = crypto;
const replaceTimingSafeEqual = (replacement: typeof timingSafeEqual): void => {
	crypto.timingSafeEqual = replacement;
	syncBuiltinESMExports();
};
replaceTimingSafeEqual((a, b) => {
	compared.push([a.byteLength, b.byteLength]);
	return timingSafeEqual(a, b);
});
afterAll(() => replaceTimingSafeEqual(timingSafeEqual));

const TOKEN = "open-sesame";
const request = (headers: HeadersInit) =>
	new Request("http://localhost/__mock/state", { headers });

test.each(["", "o", "open-sesame", "x".repeat(10_000)])(
	"compares the token %j in a time that depends on neither its length nor its first wrong character",
	(token) => {
		const attempt = () =>
			requireAccess(
				request({ authorization: `Bearer ${token}` }),
				{ address: "127.0.0.1" },
				TOKEN,
				false,
			);
		compared.length = 0;
		if (token === TOKEN) attempt();
		else expect(attempt).toThrow("--control-token");
		expect(compared).toEqual([[32, 32]]);
	},
);
