import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MatchersV3, PactV4 } from "@pact-foundation/pact";
import type { LedgerEntry } from "../generate/read-sources.ts";
import { operations } from "../generated/operations.ts";
import {
	findOperation,
	type Interaction,
	sendInteraction,
} from "./interaction.ts";
import { jsonHeaders } from "./matchers.ts";

export const PACT_FILE = "understudy-zaps-service.json";

const CLIENT_ERROR = MatchersV3.matchStatus(
	operations.createZap.problems.invalid,
	MatchersV3.HTTPResponseStatusClass.ClientError,
);

function addInteraction(
	pact: PactV4,
	interaction: Interaction,
	confirmed: ReadonlySet<string>,
) {
	const { method, path, success } = findOperation(interaction);
	const { description, assumptions, given, request, response } = interaction;
	const { status = success, text, json } = response;
	// Without a rule, Pact would compare the case of the media type.
	const { headers = json === undefined ? undefined : jsonHeaders } = response;
	const added = pact.addInteraction();
	return (given ? added.given(given.state, { ...given.params }) : added)
		.uponReceiving(description)
		.reference("specification", "section 4", `${method} ${path}`)
		.comment({ key: "assumptions", value: assumptions.join(", ") })
		.pending(!assumptions.every((id) => confirmed.has(id)))
		.withRequest(method, path, (builder) => {
			if (request?.query) builder.query(request.query as never);
			if (request?.json !== undefined)
				builder
					.headers({ "Content-Type": "application/json" })
					.jsonBody(request.json);
		})
		.willRespondWith(
			status === "clientError" ? CLIENT_ERROR : status,
			(builder) => {
				// Only in this order does Pact keep both the rules of the body and the rule of its header.
				if (text) builder.body("text/plain", Buffer.from(text.example));
				if (headers) builder.headers(headers as never);
				if (text)
					builder.matchingRules({
						body: { path: "$", rules: text.includes.map(MatchersV3.includes) },
					} as never);
				if (json !== undefined) builder.jsonBody(json);
			},
		);
}

const ATTEMPTS = 6;
/** What Pact's mock server needs to record a request after its response, usually. */
const RECORDING_MS = 10;

/** Pact's mock server sometimes responds before it has recorded the request, and then reports it as missing. */
const isRace = (error: unknown): boolean =>
	error instanceof Error && error.message.includes("not received");

async function writeOnce(
	interactions: readonly Interaction[],
	confirmed: ReadonlySet<string>,
): Promise<string> {
	const dir = await mkdtemp(join(tmpdir(), "understudy-pact-"));
	try {
		const pact = new PactV4({
			consumer: "understudy",
			provider: "zaps-service",
			dir,
			logLevel: "error",
		});
		for (const interaction of interactions)
			await addInteraction(pact, interaction, confirmed).executeTest(
				async ({ url }) => {
					await sendInteraction(interaction, url);
					await sleep(RECORDING_MS);
				},
			);
		const written = JSON.parse(await readFile(join(dir, PACT_FILE), "utf8"));
		if (written.interactions.length !== interactions.length)
			throw new Error(
				`Pact wrote ${written.interactions.length} of ${interactions.length} interactions.`,
			);
		return `${JSON.stringify(written, null, 2)}\n`;
	} finally {
		await rm(dir, { recursive: true, force: true });
	}
}

/**
 * Returns the text of the pact. The same interactions and ledger give the same text.
 * @throws Error if two interactions share a description: Pact would silently keep only the later one
 */
export async function writePact(
	interactions: readonly Interaction[],
	ledger: readonly LedgerEntry[],
): Promise<string> {
	const descriptions = interactions.map(({ description }) => description);
	const repeated = descriptions.find(
		(each, index) => descriptions.indexOf(each) !== index,
	);
	if (repeated)
		throw new Error(
			`Two interactions have the description "${repeated}". Change one of them.`,
		);

	process.env.PACT_DO_NOT_TRACK = "true";
	const confirmed = new Set(
		ledger.filter(({ status }) => status === "confirmed").map(({ id }) => id),
	);
	for (let attempt = 1; ; attempt++) {
		try {
			return await writeOnce(interactions, confirmed);
		} catch (error) {
			if (attempt === ATTEMPTS || !isRace(error)) throw error;
		}
	}
}
