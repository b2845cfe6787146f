import type {
	Contract,
	ContractOperation,
	OutgoingRequest,
	ProviderResponse,
} from "../contract.ts";
import { buildRequest } from "../operations.ts";
import { inheritRepairs } from "./bodies/inherit-repairs.ts";
import type { Stock } from "./create-stock.ts";
import { isAccepted } from "./rejections/read-trial.ts";
import { addRenames, applyRepairs } from "./rejections/repairs.ts";
import type { MeasuredRule } from "./rules/create-trier.ts";
import { type LearntBody, measureRules } from "./rules/measure-rules.ts";
import type { Memory } from "./values/create-memory.ts";

/** The input for measuring all operations. */
interface Measuring {
	readonly contract: Contract;
	/** Those whose bodies the service accepts. */
	readonly operations: readonly ContractOperation[];
	/** By operation id. Names that are found are added. */
	readonly bodies: Map<string, LearntBody>;
	readonly memory: Memory;
	readonly stock: Stock;
	/** Returns a function that sends further requests about an operation, up to a maximum. */
	sendFor(
		id: string,
		limit: number,
	): (request: OutgoingRequest) => Promise<ProviderResponse | undefined>;
	/** Returns the request with the documented media type. */
	asDocumented(id: string, request: OutgoingRequest): OutgoingRequest;
	/** Whether the operation creates the records that others name. */
	isCreating(operation: ContractOperation): boolean;
}

/** The maximum number of additional requests for the rules of one operation. */
const MAX_MEASURED = 320;
/** So many records are left before each request that may change one. */
const STOCK = 24;

/** Measures the rules of one operation. */
async function measureOperation(
	measuring: Measuring,
	operation: ContractOperation,
): Promise<readonly MeasuredRule[]> {
	const { contract, bodies, memory, stock, asDocumented } = measuring;
	const { expectStatus, findResponse } = contract.documented;
	const { id } = operation;
	const body = bodies.get(id);
	const known = body?.repairs ?? [];
	const inherited = inheritRepairs(contract, operation, bodies);
	const renamed = addRenames(known, inherited);
	const sendMeasured = measuring.sendFor(id, MAX_MEASURED);
	const isCreating = measuring.isCreating(operation);
	if (!isCreating) await stock.prepare(body?.exchange.body, STOCK);
	const send: typeof sendMeasured = async (request) => {
		if (!isCreating) await stock.restock(STOCK);
		return sendMeasured(request);
	};
	const shown =
		inherited.length > 0
			? await send(
					buildRequest(operation, {
						body: applyRepairs(operation.example.body, renamed),
					}),
				)
			: undefined;
	const measured = await measureRules({
		...{ operation, repairs: shown && isAccepted(shown) ? renamed : known },
		createBody: () => contract.createValidRequest(id, []).body,
		isDocumented: (request) =>
			expectStatus(id, asDocumented(id, request)).status === operation.success,
		isReturned: (name) =>
			name in (findResponse(id, operation.success)?.schema?.properties ?? {}),
		...{ describedAs: memory.describedAs, fresh: memory.fresh },
		...{ alike: memory.alike, isRecord: memory.isRecord },
		shown: (name) => memory.shown(operation.path, name),
		send,
	});
	const { repairs, accepted = body?.exchange } = measured;
	if (accepted)
		bodies.set(id, { repairs, isAccepted: true, exchange: accepted });
	return measured.rules;
}

/** Measures the rules of operations that the document does not have, by operation id. */
export async function measureOperations(
	measuring: Measuring,
): Promise<Map<string, readonly MeasuredRule[]>> {
	const rules = new Map<string, readonly MeasuredRule[]>();
	for (const operation of measuring.operations)
		rules.set(operation.id, await measureOperation(measuring, operation));
	return rules;
}
