import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MatchersV3, PactV4 } from "@pact-foundation/pact";
import type { LedgerEntry } from "../generate/ledger.ts";
import { operations } from "../generated/operations.ts";
import type { Interaction } from "./interaction.ts";
import { operationOf, play } from "./play.ts";

export const PACT_FILE = "understudy-zaps-service.json";

const ERROR_CLASS = { clientError: MatchersV3.matchStatus } as const;
const EXAMPLE_OF_CLASS = operations.createZap.problems.invalid;

function register(
	pact: PactV4,
	interaction: Interaction,
	confirmed: ReadonlySet<string>,
) {
	const { method, path } = operationOf(interaction);
	const {
		description,
		assumptions,
		given,
		request = {},
		response,
	} = interaction;
	const pending = !assumptions.every((id) => confirmed.has(id));
	const begun = pact.addInteraction();
	const stated = given ? begun.given(given.state, { ...given.params }) : begun;
	return stated
		.uponReceiving(description)
		.reference("specification", "section 4", `${method} ${path}`)
		.comment({ key: "assumptions", value: assumptions.join(", ") })
		.pending(pending)
		.withRequest(request.method ?? method, request.path ?? path, (builder) => {
			if (request.query) builder.query(request.query as never);
			if (request.json !== undefined)
				builder
					.headers({ "Content-Type": "application/json" })
					.jsonBody(request.json);
			if (request.text)
				builder.body(request.text.mediaType, Buffer.from(request.text.body));
		})
		.willRespondWith(
			typeof response.status === "number"
				? response.status
				: ERROR_CLASS[response.status](
						EXAMPLE_OF_CLASS,
						MatchersV3.HTTPResponseStatusClass.ClientError,
					),
			(builder) => {
				const { text } = response;
				// Only in this order does Pact keep both the rules of the body and that of its header.
				if (text) builder.body("text/plain", Buffer.from(text.example));
				if (response.headers) builder.headers(response.headers as never);
				if (text)
					builder.matchingRules({
						body: { path: "$", rules: text.includes.map(MatchersV3.includes) },
					} as never);
				if (response.json !== undefined) builder.jsonBody(response.json);
			},
		);
}

const ATTEMPTS = 3;

/** Pact's mock server sometimes answers before it has noted what it was asked, and then calls the request missing. */
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
			await register(pact, interaction, confirmed).executeTest(({ url }) =>
				play(interaction, url),
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
 * The pact, as text: the same for the same interactions and ledger, whatever wrote it.
 * @throws where two interactions share a description, since the later would silently replace the earlier
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
			`Two interactions are called "${repeated}". Call one of them something else.`,
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
