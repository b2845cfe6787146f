/** One page of zaps, newest first, as long as the zaps in the default dataset of the mock. */

const NAMES = [
	"Add a row in Notion when a lead is added",
	"Update the record in Salesforce when a file is uploaded",
	"Post to Google Sheets when a form is submitted",
	"Create a ticket in Zendesk when an order is placed",
	"Send an email with Gmail when a card is moved",
];
const OWNERS = ["kylie_wiegand", "rosella.hoeger", "lucienne_rodriguez3"];
const HOUR_MS = 3_600_000;

/** @param {(time: number) => string} ulid */
export function twentyZaps(ulid) {
	const now = Date.now();
	return Array.from({ length: 20 }, (_, index) => {
		const time = now - (20 - index) * 5 * HOUR_MS;
		return {
			id: `zap_${ulid(time)}`,
			name: NAMES[index % NAMES.length],
			createdAt: new Date(time).toISOString(),
			enabled: index % 2 === 0,
			owner: `${OWNERS[index % OWNERS.length]}@example.com`,
		};
	}).toReversed();
}
