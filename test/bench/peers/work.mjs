import { monotonicFactory } from "ulid";

/** The work that every request needs, whatever the server. */

const NAMES = [
	"Add a row in Notion when a lead is added",
	"Update the record in Salesforce when a file is uploaded",
	"Post to Google Sheets when a form is submitted",
	"Create a ticket in Zendesk when an order is placed",
	"Send an email with Gmail when a card is moved",
];
const OWNERS = ["kylie_wiegand", "rosella.hoeger", "lucienne_rodriguez3"];
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
		name: NAMES[index % NAMES.length],
		createdAt: new Date(time).toISOString(),
		enabled: index % 2 === 0,
		owner: `${OWNERS[index % OWNERS.length]}@example.com`,
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
