import { expect, test } from "vitest";
import type { Control } from "../../../src/control/control.ts";
import { catchControlError } from "../../support/catch-control-error.ts";
import type { stages } from "../../support/serve-stage.ts";

const ID = "zap_01KDTQ3T0ZFG5NQB2V9WG94VEE";
const ZAP = { id: ID, name: "Mine", createdAt: "2026-01-01T00:00:00.000Z" };
const RESET = { operation: "*", kind: "reset" } as const;
const OWN = { ...RESET, id: "own" };
const UNKNOWN = [RESET, { ...RESET, operation: "listZap" }];

const OPERATIONS =
	"Available: getHealth, submitCommand, submitPipeline, listZaps, createZap, searchAudit, getMetrics";
const COLLECTIONS = "Available: zaps, commands, pipelines, audit";
const UNKNOWN_SCENARIO =
	'400 Unknown scenario "slwo". Did you mean "slow"? Available: normal, empty, unhealthy, slow, flaky, unauthorized, rate-limited, broken.';
const UNKNOWN_DATASET =
	'400 Unknown dataset "huge". Available: empty, default, large.';
const NO_SNAPSHOT = '404 Unknown snapshot "9". Available: 1.';
const UNKNOWN_SESSION =
	'404 Unknown session "theirs": never used, or deleted. List the sessions to see names.';
const NO_URL =
	"400 Invalid settings of forwarding. The current ones are unchanged.\n  /url must be an http or https URL, like http://localhost:8080";
const FAULTS = "400 Invalid faults. The current faults are unchanged.\n  ";
const NO_FAULT = `${FAULTS}/1/operation is an unknown operation. Did you mean "listZaps"? ${OPERATIONS.replace(" ", " *, ")}`;
const TAKEN = `${FAULTS}/1/id is the id of another fault; use another id, or remove "own" first`;
const GONE_FAULT =
	'404 Unknown fault "2": it was never set, or is used up or removed. The ids of the faults are 1, own.';
const UNKNOWN_OPERATION = `400 Unknown operation "listZap". Did you mean "listZaps"? ${OPERATIONS}.`;
const FILTER = "400 Invalid filter.\n  ";
const INVALID_STATE = [
	"400 Invalid state. The current state is unchanged.",
	`/zap is an unknown collection. Did you mean "zaps"? ${COLLECTIONS}`,
	"/zaps/1/name must have at least 1 character",
	"/zaps/1/id is also the id of /zaps/0",
].join("\n  ");
const RECORD = "400 Invalid record. The state is unchanged.\n  ";
const KEPT_ONLY =
	"400 Cannot add records to commands: they come from requests only. Send a request that creates one, or replace the state with PUT /__mock/state or setState. Records can be added to: zaps.";
const NO_COLLECTION = `404 Unknown collection "zap". Did you mean "zaps"? ${COLLECTIONS}.`;
const SHORTENED = ID.slice(0, -1);
const gone = (id: string, hint = "") =>
	`404 Unknown record "${id}" in zaps: it never existed, or is already removed.${hint} Read the state to see the ids.`;

/** Each message, after its status, and the calls that are rejected with it. All but its first line are errors. */
const REJECTIONS: readonly (readonly [
	message: string,
	...calls: readonly ((to: Control) => Promise<unknown>)[],
])[] = [
	[UNKNOWN_SCENARIO, (to) => to.setScenario("slwo")],
	[UNKNOWN_DATASET, (to) => to.reset({ dataset: "huge" })],
	[NO_SNAPSHOT, (to) => to.restore("9"), (to) => to.deleteSnapshot("9")],
	[UNKNOWN_SESSION, (to) => to.deleteSession("theirs")],
	[NO_URL, (to) => to.setForward({ url: "ftp://x" })],
	[NO_FAULT, (to) => to.setFaults(UNKNOWN), (to) => to.addFaults(UNKNOWN)],
	[TAKEN, (to) => to.addFaults([RESET, OWN])],
	[GONE_FAULT, (to) => to.removeFault("2")],
	[
		UNKNOWN_OPERATION,
		(to) => to.requests({ operation: "listZap" }),
		(to) => to.countRequests({ operation: "listZap" }),
	],
	[`${FILTER}/limit must be at least 0`, (to) => to.requests({ limit: -1 })],
	[
		`${FILTER}/limit must be a whole number`,
		(to) => to.requests({ limit: 1.5 }),
	],
	[
		`${FILTER}/before must be the id of an entry, like 17`,
		(to) => to.requests({ before: "x" }),
	],
	[
		INVALID_STATE,
		(to) => to.setState({ zaps: [ZAP, { ...ZAP, name: "" }], zap: [] }),
	],
	[`${RECORD}/name is required`, (to) => to.addRecord("zaps", {})],
	[
		`${RECORD}/name must have at least 1 character`,
		(to) => to.addRecord("zaps", { name: "" }),
	],
	[
		`${RECORD}/id is chosen by the service; omit it`,
		(to) => to.addRecord("zaps", { ...ZAP }),
	],
	[
		`${RECORD}the whole must be an object`,
		(to) => to.addRecord("zaps", [] as never),
	],
	[
		`${RECORD}/name must be a string`,
		(to) => to.updateRecord("zaps", ID, { ...ZAP, name: 1 }),
	],
	[
		`${RECORD}/id must be "zap_1", since the id of a record cannot change`,
		(to) => to.updateRecord("zaps", "zap_1", { ...ZAP }),
	],
	[KEPT_ONLY, (to) => to.addRecord("commands", {})],
	[
		NO_COLLECTION,
		(to) => to.records("zap"),
		(to) => to.addRecord("zap", {}),
		(to) => to.updateRecord("zap", ID, { ...ZAP }),
		(to) => to.removeRecord("zap", ID),
	],
	[
		`404 Unknown collection "__proto__". ${COLLECTIONS}.`,
		(to) => to.addRecord("__proto__", {}),
	],
	[gone("__proto__"), (to) => to.removeRecord("zaps", "__proto__")],
	[gone("zap_1"), (to) => to.removeRecord("zaps", "zap_1")],
	[
		gone(SHORTENED, ` Did you mean "${ID}"?`),
		(to) => to.removeRecord("zaps", SHORTENED),
	],
];

const readAll = (control: Control): Promise<readonly unknown[]> =>
	Promise.all([
		control.state(),
		control.snapshots(),
		control.faults(),
		control.scenarios(),
		control.forward(),
		control.requests(),
	]);

export function addRejectionCases(open: (typeof stages)[string]): void {
	test("rejects what it cannot do with the place of each error, and changes nothing", async () => {
		await using stage = await open();
		const { control } = stage;
		await control.setState({ zaps: [ZAP] });
		await control.setFaults([RESET, OWN]);
		await control.snapshot();
		await control.setScenario("slow");
		const before = await readAll(control);
		for (const [expected, ...calls] of REJECTIONS)
			for (const call of calls) {
				const rejected = await catchControlError(call(control));
				const { status, message, errors } = rejected;
				expect(`${status} ${message}`).toBe(expected);
				const places = errors.map((error) => {
					const [place, detail] = Object.values(error);
					return `${place || "the whole"} ${detail}`;
				});
				expect(places).toEqual(expected.split("\n  ").slice(1));
			}
		expect(await readAll(control)).toEqual(before);
	});
}
