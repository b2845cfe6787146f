import type { Mock } from "../../../../src/index.ts";

/** Returns the number of resources and of audit records in the mock. */
export async function countRecords({
	control,
}: Mock): Promise<{ resources: number; auditRecords: number }> {
	const { audit = [], ...resources } = await control.state();
	return {
		resources: Object.values(resources).flat().length,
		auditRecords: audit.length,
	};
}
