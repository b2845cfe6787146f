import { monotonicFactory } from "ulid";

/** The work that every request needs, whatever the server. */

const HOUR_MS = 3_600_000;
const MAX_COMMAND = 200;

const ulid = monotonicFactory();
const commands = [];
const audit = [];

/** One page of zaps, newest first, as long as the zaps in the default dataset of the mock. */
export const zaps = Array.from({ length: 20 }, (_, index) => {
	const time = Date.now() - (20 - index) * 5 * HOUR_MS;
	return {
		id: `zap_${ulid(time)}`,
		name: "Post to Google Sheets when a form is submitted",
		createdAt: new Date(time).toISOString(),
		enabled: index % 2 === 0,
		owner: "kylie_wiegand@example.com",
	};
}).toReversed();

export const isCommand = (body) =>
	typeof body?.command === "string" &&
	body.command.length >= 1 &&
	body.command.length <= MAX_COMMAND;

/** Stores the command and its audit record. */
export function acceptCommand({ command, args }) {
	const now = Date.now();
	const acceptedAt = new Date(now).toISOString();
	const id = `cmd_${ulid(now)}`;
	const receipt = { id, command, args, status: "accepted", acceptedAt };
	commands.push(receipt);
	audit.push({
		id: `aud_${ulid(now)}`,
		at: acceptedAt,
		action: "command.submitted",
		subject: { type: "command", id },
		detail: { command },
	});
	return receipt;
}
