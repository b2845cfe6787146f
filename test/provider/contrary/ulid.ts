import { randomBytes } from "node:crypto";

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 26;

/** Creates ids that sort in the order of creation, even within a millisecond and when the clock is set back. */
export function createMint(now: () => number): (prefix: string) => string {
	let last = 0n;
	return (prefix) => {
		const fresh =
			(BigInt(now()) << 80n) | BigInt(`0x${randomBytes(10).toString("hex")}`);
		last = fresh > last ? fresh : last + 1n;
		let letters = "";
		for (let rest = last; letters.length < LENGTH; rest >>= 5n)
			letters = `${CROCKFORD[Number(rest & 31n)]}${letters}`;
		return `${prefix}_${letters}`;
	};
}
