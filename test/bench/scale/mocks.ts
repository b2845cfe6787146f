import { createMock, type Mock } from "zaps-understudy";
import { submitWrite } from "./mock-client.ts";

/** The order of writes in the dataset `large`, so that the small mock differs only in size. */
const WRITE_ORDER = [
	...["zap", "command", "command", "command", "command"],
	...["pipeline", "command", "command", "command", "command"],
] as const;

const COMMAND = { command: "zap.run", args: { zapId: "zap_0" } };

const WRITES: Readonly<Record<string, readonly [string, object]>> = {
	zap: [
		"/v1/zaps",
		{
			name: "Post to Google Sheets when a form is submitted",
			enabled: true,
			owner: "kylie_wiegand@example.com",
		},
	],
	command: ["/v1/command", COMMAND],
	pipeline: ["/v1/pipeline", { steps: [COMMAND, COMMAND] }],
};

async function createFilledMock(kinds: readonly string[]): Promise<Mock> {
	const mock = createMock({ dataset: "empty" });
	for (const kind of kinds) {
		const [path, body] = WRITES[kind] ?? [];
		if (path && body) await submitWrite(mock, path, body);
	}
	return mock;
}

export const SMALL = 1_000;
export const MANY_ZAPS = 10_000;
export const MANY_RECORDS = 100_000;

export const createMockWithFewZaps = (): Promise<Mock> =>
	createFilledMock(Array.from({ length: SMALL }, () => "zap"));

export const createMockWithFewRecords = (): Promise<Mock> =>
	createFilledMock(
		Array.from(
			{ length: SMALL },
			(_, index) => WRITE_ORDER[index % WRITE_ORDER.length] ?? "zap",
		),
	);

/** Creates a mock with 10,000 zaps and 100,000 audit records. */
export const createLargeMock = (): Mock => createMock({ dataset: "large" });
