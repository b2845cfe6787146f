import type {
	ContractOperation,
	Exchange,
	OutgoingRequest,
	ProviderResponse,
} from "../contract.ts";
import { isAccepted } from "../learning/rejections/read-trial.ts";
import type { Observation } from "../observer.ts";
import { buildRequest, findTarget } from "../operations.ts";
import type { Asking } from "./asking.ts";
import { CHANGES, type Change } from "./changes.ts";

type Status = Pick<ProviderResponse, "status">;

const isRedirected = ({ status }: Status): boolean =>
	status >= 300 && status < 400;

/** Whether both statuses are the same, or both are successes or redirections. */
const isAlike = (one: Status, other: Status): boolean =>
	one.status === other.status ||
	[isAccepted, isRedirected].some((is) => is(one) && is(other));

/** Whether a check has sent the changed request to the operation. Bodies differ. */
function isSent(
	{ request: { method, path, headers = {} } }: Observation,
	request: OutgoingRequest,
): boolean {
	const hasSame = (name: string): boolean =>
		headers[name] === request.headers?.[name];
	return (
		method === request.method &&
		path === request.path &&
		["content-type", "content-encoding"].every(hasSame)
	);
}

/** A changed request that the document describes, and the documented response. */
function readDocumented(
	{ contract }: Asking,
	operation: ContractOperation,
	{ apply }: Change,
) {
	const valid = contract.createValidRequest(operation.id, []);
	const request = apply(buildRequest(operation, valid));
	const target = findTarget(request, contract.operations);
	const expected = contract.documented.expectStatus(target, request);
	return { ...expected, request, target };
}

type Documented = ReturnType<typeof readDocumented>;

/** Describes what a changed request has, as the report of a check does if one sends such requests. */
function describeChange(
	{ isChecked, header = "", what }: Change,
	{ because, violation, request }: Documented,
): string {
	if (!isChecked) return ` with ${what ?? request.headers?.[header]}`;
	return violation?.kind === "unsupportedMedia"
		? ` with ${violation.sent}`
		: `, since ${because}`;
}

const ACCEPTED = "accept-encoding";

/** So many operations are asked first: of all, a health check may be served apart from others. */
const countFirst = ({ of }: Change): number => (of === "all" ? 2 : 1);

/** Tells that the response to a changed request differs from the documented one. */
function tellOther(
	{ tell, contract }: Asking,
	{ id }: ContractOperation,
	change: Change,
	documented: Documented,
	found: Exchange,
): void {
	const { isChecked, header, describe } = change;
	const { status, target, violation } = documented;
	tell(id, found, {
		where: header && !isChecked ? `request header ${header}` : "status",
		expected: `${status}${describeChange(change, documented)}`,
		actual: describe?.(found) ?? `${found.response.status}`,
	});
	const isEncoding = isChecked && violation?.kind === "unsupportedEncoding";
	if (!isEncoding || isAccepted(found.response)) return;
	const { headers = {} } =
		contract.documented.findResponseAssumptions(target, status) ?? {};
	if (ACCEPTED in headers && !(ACCEPTED in found.response.headers))
		tell(id, found, {
			...{ where: `header ${ACCEPTED}`, expected: "identity" },
			actual: "missing",
		});
}

/**
 * Asks one operation. Returns its response if this is another one than the document says.
 * @param deviation the response of another operation, if it deviates
 */
async function askOperation(
	asking: Asking,
	operation: ContractOperation,
	change: Change,
	deviation?: Status,
): Promise<Status | undefined> {
	const { ask, createRequest } = asking;
	const documented = readDocumented(asking, operation, change);
	const isOfType = documented.violation?.kind === "unsupportedMedia";
	const known = change.isChecked || isOfType ? deviation : undefined;
	if (known && !documented.because) return undefined;
	const found = await ask(change.apply(createRequest(operation)));
	if (!found) return undefined;
	const { response } = found;
	// The deviation may be the rejection of another form, which the service takes here.
	const isOther = !isAlike(response, documented);
	const isDeviating = known
		? isOther && (isAccepted(response) || isAlike(response, known))
		: isOther && (isOfType || isAccepted(response) !== isAccepted(documented));
	if (!isDeviating) return undefined;
	// The state of a record may be the reason as well.
	if (!known && !isAccepted(response)) {
		const usual = await ask(createRequest(operation));
		if (!usual || !isAccepted(usual.response)) return undefined;
	}
	tellOther(asking, operation, change, documented, found);
	return response;
}

/**
 * Finds whether a deviation that a check has found in one operation is in the others, too.
 * @param others those which may be asked
 */
async function askOthers(
	asking: Asking,
	operations: readonly ContractOperation[],
	others: readonly ContractOperation[],
	change: Change,
): Promise<void> {
	const all = operations.map((operation) => {
		const { request } = readDocumented(asking, operation, change);
		const seen = asking.observations.find(
			(each) => !each.isArrangement && isSent(each, request),
		);
		return { operation, seen };
	});
	const deviating = all.flatMap(({ seen }) =>
		seen && seen.response.status !== seen.status ? seen.response : [],
	);
	// Others may have been rejected only because of their form.
	const deviation = deviating.find(isAccepted) ?? deviating[0];
	if (!deviation) return;
	for (const { operation, seen } of all)
		if (
			others.includes(operation) &&
			!(seen && isAlike(seen.response, deviation))
		)
			await askOperation(asking, operation, change, deviation);
}

/** Returns the operations whose requests the service accepts. Of others, a rejection shows nothing. */
async function selectAccepted({ ask, operations, createRequest }: Asking) {
	const accepted: ContractOperation[] = [];
	for (const operation of operations) {
		const isRead = operation.bodies.length === 0;
		const usual = isRead ? undefined : await ask(createRequest(operation));
		if (isRead || (usual && isAccepted(usual.response)))
			accepted.push(operation);
	}
	return accepted;
}

/** Finds what a service makes of changed requests. If one of the first operations deviates, the others are asked, too. */
export async function askChanged(asking: Asking): Promise<void> {
	const accepted = await selectAccepted(asking);
	for (const change of CHANGES) {
		const isOf = ({ bodies }: ContractOperation): boolean =>
			change.of === "all" || bodies.length > 0 === (change.of === "with body");
		if (change.isChecked) {
			const all = asking.operations.filter(isOf);
			// A service may reject a body that it does not take for another reason.
			const others = change.of === "with body" ? accepted : all;
			await askOthers(asking, all, others, change);
			continue;
		}
		const own = accepted.filter(isOf);
		let other: Status | undefined;
		const count = countFirst(change);
		for (const each of own.slice(0, count))
			other = (await askOperation(asking, each, change)) ?? other;
		for (const each of other ? own.slice(count) : [])
			await askOperation(asking, each, change, other);
	}
}
