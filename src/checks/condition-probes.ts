import { hasVersion } from "../behaviors/items.ts";
import type { Probe, ProviderResponse } from "../verification/contract.ts";
import { chooseValue, createBase } from "./changed-values.ts";
import type { Item } from "./item.ts";
import { createItemProbe, type ItemSession } from "./item-session.ts";
import { reject } from "./probe.ts";
import type { Tested } from "./subject.ts";
import { createBodyOf } from "./valid-requests.ts";

/** A condition on the version of a record, and the expected status, which defaults to the status of success. */
interface Condition {
	readonly header: "if-match" | "if-none-match";
	readonly version: "another" | "its" | "an older";
	readonly status?: number;
}

const CONDITIONS: readonly Condition[] = [
	{ header: "if-match", version: "another", status: 412 },
	{ header: "if-match", version: "an older", status: 412 },
	{ header: "if-match", version: "its" },
	{ header: "if-none-match", version: "its", status: 304 },
	{ header: "if-none-match", version: "another" },
	{ header: "if-none-match", version: "an older" },
];

/** The status that a document lists if an operation checks the condition. */
const STATUSES = { "if-match": 412, "if-none-match": 304 };

/** An entity tag that no service gives to a record (RFC 9110 section 8.8.3). */
const OTHER_TAG = '"understudy"';

/** Returns the entity tag of a response. */
function readTag({ headers: { etag } }: ProviderResponse): string {
	if (etag !== undefined) return etag;
	return reject("header etag", "an ETag", "missing");
}

/** The operations that show or change the version of a record. */
interface Versioned extends Item {
	readonly get: Tested;
	readonly changer: Tested | undefined;
}

/** Returns the operations that show or change versions; undefined if no read shows a version. */
function findVersioned(item: Item): Versioned | undefined {
	const { get, operations } = item;
	if (!get || !hasVersion(get.plan)) return undefined;
	const changer = operations.find(
		({ plan }) => plan.behavior === "update" || plan.behavior === "replace",
	);
	return { ...item, get, changer };
}

/** Changes the version of a record, by changing the first property that can change. */
async function change(session: ItemSession, changer: Tested, id: unknown) {
	const { values } = await session.create();
	for (const [name] of changer.plan.request?.properties ?? []) {
		const value = chooseValue(session.item, changer, name, values[name]);
		const body = { ...createBase(changer), [name]: value };
		if (value !== undefined)
			return void (await session.ask(changer, id, { body }));
	}
}

/** Returns the assumptions that a response to a condition depends on. */
function assumptionsOf(
	{ subject }: Item,
	{ operation: { id, success } }: Tested,
	status: number,
): string[] {
	const parts = subject.documented.findResponseAssumptions(id, success);
	return [
		...subject.problemAssumptions(id, status),
		...(parts?.headers.etag ?? []),
	];
}

/** Creates probes of a condition, one for each operation that checks it. */
const createConditions = (
	item: Versioned,
	{ header, version, status: failure }: Condition,
): Probe[] =>
	item.operations.flatMap((tested) => {
		const { get, changer } = item;
		const { responses, success } = tested.operation;
		const isRead = header === "if-none-match";
		const isChecked = STATUSES[header] in responses;
		const needsChange = version === "an older" && !changer;
		if (isRead !== (tested === get) || !isChecked || needsChange) return [];
		const status = failure ?? success;
		return [
			createItemProbe(
				item,
				tested,
				`with ${isRead ? "If-None-Match" : "If-Match"} of ${version} version`,
				assumptionsOf(item, tested, status),
				async (session) => {
					const { id, values } = await session.create();
					const tag = readTag(await session.ask(get, id));
					if (version === "an older" && changer)
						await change(session, changer, id);
					const headers = { [header]: version === "another" ? OTHER_TAG : tag };
					await session.ask(tested, id, {
						...{ body: createBodyOf(tested), headers, expects: status },
					});
					if (version === "another") await session.requireStored(id, values);
				},
				status,
			),
		];
	});

/** Creates probes that require a write to show the same version as the next read. */
const createTags = (item: Versioned): Probe[] =>
	[item.creator, ...item.operations].flatMap((tested) => {
		const { get, creator } = item;
		if (tested === get || !hasVersion(tested.plan)) return [];
		const { success } = tested.operation;
		return [
			createItemProbe(
				item,
				tested,
				"the ETag is that of the record",
				assumptionsOf(item, tested, success),
				async (session) => {
					const { id, response } = await session.create();
					const shown =
						tested === creator
							? response
							: await session.ask(tested, id, {
									body: createBodyOf(tested),
								});
					const expected = readTag(await session.ask(get, id));
					const tag = readTag(shown);
					if (tag !== expected) reject("header etag", expected, tag);
				},
			),
		];
	});

/** Creates probes of the versions of records, if the document describes conditions. */
export function createConditionProbes(item: Item): Probe[] {
	const versioned = findVersioned(item);
	return versioned
		? [
				...createTags(versioned),
				...CONDITIONS.flatMap((each) => createConditions(versioned, each)),
			]
		: [];
}
