import type { Run, Service } from "../../alignment/lesson.ts";
import { isTelling } from "../../alignment/observations.ts";
import { observeTraffic } from "../../alignment/observe-traffic.ts";
import type { DocumentService } from "../../behaviors/create-service.ts";
import { createDocumentService } from "../../behaviors/create-service.ts";
import { createContract } from "../../checks/create-contract.ts";
import { checkKeywords, checkRoles } from "../../document/check-keywords.ts";
import { DocumentError } from "../../document/node.ts";
import type { Send } from "../../verification/contract.ts";
import {
	isCheckFailure,
	keepCheckFailure,
	VerificationError,
} from "../../verification/errors.ts";
import { formatVerified } from "../../verification/ledger/record-verdicts.ts";
import type { Observed } from "../../verification/observed.ts";
import type { Verification } from "../../verification/report.ts";
import { verifyContract } from "../../verification/run/verify.ts";
import type {
	InternalVerifyOptions,
	VerifyOptions,
} from "../../verification/verify-options.ts";
import type { Traffic } from "./read-traffic.ts";

/** Returns why a verification says too little to learn from; undefined if it does not. */
function explainFailure(
	{ notices, notRecordable, isMock, exitCode }: Verification,
	allowMock: boolean,
): string | undefined {
	if (isMock && !allowMock)
		return "Nothing was learnt: the header Mock-Assumptions shows that this service is a mock. Align with the real service, or pass --allow-mock.";
	const unreliable = notRecordable ?? (exitCode === 2 ? notices[0] : undefined);
	if (unreliable === undefined) return undefined;
	// A reason of whole sentences ends with its own remedy.
	const remedy = unreliable.endsWith(".") ? "" : ". Fix that and run again.";
	return `Nothing was learnt: ${unreliable}${remedy}`;
}

const toRun = (
	verification: Verification,
	observed: Observed,
	version: string | undefined,
): Run => {
	const { interactions, assumptions } = verification.report;
	return {
		observed,
		failed: interactions.filter(({ passed }) => !passed),
		held: assumptions
			.filter(({ verdict }) => verdict === "held")
			.map(({ id }) => id),
		evidence: formatVerified(verification, version),
	};
};

/**
 * Returns a function that describes an edited document. It throws a DocumentError if the document breaks the rules of the
 * keywords, as when a mock reads it from a file, or if an operation that was served before can no longer be served.
 */
const createDescribe =
	({ refused, service: { ledger } }: DocumentService): Service["describe"] =>
	(root) => {
		checkKeywords(root);
		checkRoles(root);
		const edited = createDocumentService(root, ledger);
		const problem = edited.refused.find((each) => !refused.includes(each));
		if (problem !== undefined) throw new DocumentError(problem, "");
		return edited;
	};

/** How an alignment asks a service. */
interface Asking {
	/** Those of every verification. */
	readonly options: VerifyOptions;
	/** Sends further requests. */
	readonly send: Send;
	readonly allowMock: boolean;
	/** The version of the service. */
	readonly version: string | undefined;
}

/** Returns a service that an alignment asks. */
export function askService(
	baseUrl: string,
	document: DocumentService,
	{ options, send, allowMock, version }: Asking,
): Service {
	let usedBefore = process.cpuUsage();
	const verifyBy = async (
		document: DocumentService,
		internal: InternalVerifyOptions,
		only = options.only,
	): Promise<Verification> => {
		const strict = { ...options, strict: true, only };
		const contract = createContract(document);
		const verified = await verifyContract(contract, baseUrl, strict, internal);
		usedBefore = process.cpuUsage();
		return verified;
	};
	return {
		describe: createDescribe(document),
		requireTime() {
			const { deadlineS = 120 } = options;
			const { user, system } = process.cpuUsage(usedBefore);
			if ((user + system) / 1_000_000 > deadlineS)
				throw new VerificationError(
					`Learning from the responses exceeded the deadline of ${deadlineS} s. Pass a longer --deadline, or --only to learn about fewer operations.`,
				);
		},
		async observe(document) {
			let observed: Observed = { sightings: [], exchanges: [] };
			const verification = await verifyBy(document, {
				onObserved(all) {
					observed = all;
				},
				onDenied(sightings) {
					const all = [...observed.sightings, ...sightings];
					observed = { ...observed, sightings: all };
				},
			});
			const problem = explainFailure(verification, allowMock);
			if (problem !== undefined) throw new VerificationError(problem);
			return toRun(verification, observed, version);
		},
		ask: {
			async runChecks(document, operations, checks) {
				const { report } = await verifyBy(
					document,
					{
						verdictOnly: true,
						...(checks && { includes: (each) => checks.has(each) }),
					},
					operations.filter((id) => options.only?.includes(id) ?? true),
				);
				return report.interactions;
			},
			async accepts(request) {
				const response = await send(request).catch(keepCheckFailure);
				if (isCheckFailure(response) || !isTelling({ response }))
					return undefined;
				return response.status < 300;
			},
		},
		only: options.only,
	};
}

/**
 * Returns a service of which only recorded traffic is known.
 * @param evidence which traffic it is, and when it was read
 */
export function recallService(
	{ exchanges }: Traffic,
	document: DocumentService,
	only: readonly string[] | undefined,
	evidence: string,
): Service {
	const refuted = new Set<string>();
	return {
		describe: createDescribe(document),
		async observe(document) {
			const observed = observeTraffic(createContract(document), exchanges);
			const now = observed.sightings.flatMap(({ assumptions }) => assumptions);
			for (const id of now) refuted.add(id);
			const held = [...refuted].filter((id) => !now.includes(id));
			return { observed, evidence, held, failed: [] };
		},
		only,
	};
}
