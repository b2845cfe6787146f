import { expect, test, vi } from "vitest";
import { createAccessControl } from "../../../src/control/server/access-control.ts";

const compared: (readonly [number, number])[] = [];

// A spy: comparisons work as usual.
vi.mock("node:crypto", async (importOriginal) => {
	const original = await importOriginal<typeof import("node:crypto")>();
	return {
		...original,
		timingSafeEqual(a: Buffer, b: Buffer) {
			compared.push([a.byteLength, b.byteLength]);
			return original.timingSafeEqual(a, b);
		},
	};
});

const TOKEN = "open-sesame";
const access = createAccessControl(TOKEN);
const request = (headers: HeadersInit) =>
	new Request("http://localhost/__mock/state", { headers });

test.each(["", "o", "open-sesame", "x".repeat(10_000)])(
	"compares the token %j in a time that depends on neither its length nor its first wrong character",
	(token) => {
		const attempts = [
			() =>
				access.requireAccess(
					request({ authorization: `Bearer ${token}` }),
					{ address: "127.0.0.1" },
					false,
				),
			() => access.logIn(request({}), token),
		];
		for (const attempt of attempts) {
			compared.length = 0;
			if (token === TOKEN) attempt();
			else expect(attempt).toThrow("--control-token");
			expect(compared).toEqual([[32, 32]]);
		}
	},
);
