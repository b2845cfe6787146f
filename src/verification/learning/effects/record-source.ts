import { isObject, tryParseJson } from "../../../values/json.ts";
import type {
	Contract,
	ContractOperation,
	OutgoingRequest,
	ProviderResponse,
} from "../../contract.ts";
import { buildRequest } from "../../operations.ts";
import type { Values } from "../values/record-values.ts";

/** Where the records are that requests name. */
export interface RecordSource {
	/** Returns the records of the first page. */
	readRecords(): Promise<readonly Values[]>;
	/** Returns the first records of all other lists, by the id of the operation. */
	readTrails(): Promise<ReadonlyMap<string, readonly Values[]>>;
	/** Whether the service executes requests later, so that their records come later, too. */
	readonly isLate?: boolean;
	/** Whether the value of a property is the id of a record. */
	readonly isRecord: (value: unknown, name: string) => boolean;
	/** Returns a record that was created last, as far as responses have shown one. */
	newest(): Values | undefined;
	/** Returns the id of another record that no request has named, if there is one. */
	fresh(id: unknown, name: string): unknown;
}

const MAX_DEPTH = 3;
/** So many records are asked for. */
const MAX_RECORDS = 100;

/** Returns the first array of objects in a value. */
function findList(value: unknown, depth = 0): readonly Values[] | undefined {
	if (Array.isArray(value))
		return value.length > 0 && value.every(isObject) ? value : undefined;
	if (!isObject(value) || depth > MAX_DEPTH) return undefined;
	for (const inner of Object.values(value)) {
		const found = findList(inner, depth + 1);
		if (found) return found;
	}
	return undefined;
}

/**
 * Returns the lists and searches as sources of records.
 * @param send sends a request about an operation with a body in the accepted form
 * @param path the path of the records that requests name
 */
export function createSource(
	{ operations, documented, createValidRequest }: Contract,
	send: (
		id: string,
		request: OutgoingRequest,
	) => Promise<ProviderResponse | undefined>,
	path: string | undefined,
): Pick<RecordSource, "readRecords" | "readTrails"> {
	const listing = operations.filter(({ id }) => id in documented.pages);
	async function read(operation: ContractOperation) {
		const { id } = operation;
		const { in: place, limit = "" } = documented.pages[id] ?? {};
		const input = createValidRequest(id, []);
		// Many services show the oldest records first.
		const query = `?${limit}=${MAX_RECORDS}`;
		const inputs =
			place === "query" && input.query === undefined
				? [{ ...input, query }, input]
				: [input];
		for (const each of inputs) {
			const response = await send(id, buildRequest(operation, each));
			if (response && response.status < 300)
				return findList(tryParseJson(`${response.body}`)) ?? [];
		}
		return [];
	}
	const list = listing.find(
		(each) => each.path === path && each.method === "GET",
	);
	return {
		readRecords: async () => (list ? read(list) : []),
		async readTrails() {
			const found = new Map<string, readonly Values[]>();
			for (const operation of listing)
				if (operation !== list) found.set(operation.id, await read(operation));
			return found;
		},
	};
}
