import { createMock, type Mock } from "zaps-understudy";
import { callMock } from "./call-mock.ts";

const COMMAND = { command: "zap.run", args: { zapId: "zap_0" } };
const command = ["/v1/command", COMMAND] as const;
const pipeline = ["/v1/pipeline", { steps: [COMMAND, COMMAND] }] as const;
const zap = [
	"/v1/zaps",
	{
		name: "Post to Google Sheets when a form is submitted",
		enabled: true,
		owner: "kylie_wiegand@example.com",
	},
] as const;

/** The order of writes in the dataset `large`, so that the small mock differs only in size. */
const WRITE_ORDER = [
	...[zap, command, command, command, command],
	...[pipeline, command, command, command, command],
];

export const SMALL = 1_000;
export const MANY_ZAPS = 10_000;
export const MANY_RECORDS = 100_000;

/** Creates a mock by repeating the writes. */
async function createFilledMock(
	writes: readonly (readonly [string, object])[],
): Promise<Mock> {
	const mock = createMock({ dataset: "empty" });
	for (let done = 0; done < SMALL; done += writes.length)
		for (const [path, body] of writes) await callMock(mock, path, body);
	return mock;
}

export const createMockWithFewZaps = (): Promise<Mock> =>
	createFilledMock([zap]);

export const createMockWithFewRecords = (): Promise<Mock> =>
	createFilledMock(WRITE_ORDER);

/** Creates a mock with 10,000 zaps and 100,000 audit records. */
export const createLargeMock = (): Mock => createMock({ dataset: "large" });
