import { relative } from "node:path";
import type { Engine } from "../../engine/engine.ts";
import type {
	followService,
	StateChange,
} from "../../engine/follow-service.ts";
import type { SessionFile } from "../../engine/sessions/session.ts";
import type { withHandlers } from "../../service/defined-handler.ts";
import type { MockDocument } from "../../service/load-document.ts";
import type { Log } from "../log/log.ts";
import {
	type Project,
	type ServeFlags,
	storePath,
} from "../options/serve-flags.ts";
import type * as parts from "./optional-parts.ts";
import { watchFiles } from "./watch-files.ts";

/** The settings that the server starts with. Reloads of its files change some of them. */
export interface Start {
	readonly flags: ServeFlags;
	readonly log: Log;
	/** A reload replaces the properties of this object. */
	readonly current: Project;
	/** Aborts when a signal stops the server. */
	readonly stopping: AbortSignal;
}

/** A running server. */
interface Server {
	readonly mock: Engine;
	readonly file: SessionFile | undefined;
	/** Loaded already. An import of them here would split the code of each start into more files. */
	readonly parts: typeof parts;
	readonly followService: typeof followService;
	readonly withHandlers: typeof withHandlers;
	/** Updates the control API for the document. */
	renewControl(): void;
}

/** @throws RangeError or StoreFileError if the document cannot be used. Then nothing has changed. */
async function followDocument(
	{ flags, log, current }: Start,
	{ mock, file, parts, renewControl, ...server }: Server,
	{ config, document }: Project,
): Promise<StateChange> {
	const { requireUsedPresets } = await import("../../engine/reload-presets.ts");
	const { readSchemas, writeSchemas } = await import("./store-schemas.ts");
	const recordSchemas = await readSchemas(document);
	const { service: followed } =
		document ?? (await import("../../service/shipped-service.ts"));
	const service = {
		...server.withHandlers(followed, config?.defined),
		recordSchemas,
	};
	const presets = (await parts.readPresets(flags, config, document)) ?? service;
	const before = await readSchemas(current.document);
	const isSame = writeSchemas(before) === writeSchemas(recordSchemas);
	if (mock.context.shared && !isSame)
		throw new RangeError(
			"its collections have other schemas than those of the store, which other mocks may use. Restart the mock with another ?prefix=<name> in the address of the store.",
		);
	const path = storePath(flags.store);
	const keep = file && path && (await parts.checkStore(file, path, document));
	const { loadForwarder } = await parts.loadForwarding(flags, document);
	await requireUsedPresets(mock.context, presets, service);
	const statuses = await parts.readStatuses(flags, document);
	const next = { service, presets, loadForwarder, statuses, before };
	const change = await server.followService(mock, next);
	try {
		if (keep) keep();
	} catch (error) {
		// The disk is full, but the mock already follows the document.
		log.error(error);
	}
	current.document = document;
	renewControl();
	return change;
}

const UNCHANGED: StateChange = {
	collections: [],
	sessions: [],
	unknownOperations: {},
};

const textOf = (document: MockDocument | undefined): string =>
	JSON.stringify(document?.document ?? null);

/** Reads the configuration again, or the document alone if there is no configuration. */
async function load(
	{ flags }: Start,
	{ config, document }: Project,
	read: Set<string>,
): Promise<Project> {
	if (config) {
		const { loadConfig } = await import("../../config/load-config.ts");
		const { configTimeout, document: given } = flags;
		const loaded = await loadConfig(config.file, read, configTimeout, given);
		return { config: loaded, document: loaded.document };
	}
	const { readMockDocument } = await import("../../service/load-document.ts");
	const file = document?.file ?? "";
	return { config, document: await readMockDocument(file, read) };
}

/** Errors whose message contains the name of the wrong file. */
const NAMES_FILE = ["InvalidDocumentError", "StoreFileError"];

/** Returns why the files cannot be used; undefined if the cause is a defect of the mock. */
async function explain(
	error: unknown,
	{ config, document }: Project,
): Promise<string | undefined> {
	if (error instanceof Error && NAMES_FILE.includes(error.name))
		return error.message;
	if (config) {
		const { createConfigError } = await import("../../config/load-config.ts");
		return createConfigError(config.file, error).message;
	}
	return error instanceof RangeError
		? `Cannot follow the document ${relative("", document?.file ?? "")}: ${error.message}`
		: undefined;
}

/** Reloads configuration and document when one of their files changes. The code for reloading is loaded only then. */
export async function followFiles(start: Start, server: Server): Promise<void> {
	const { flags, log, current, stopping } = start;
	const initial = { ...current };
	const { config, document } = initial;

	async function apply(loaded: Project): Promise<void> {
		const isOther = textOf(loaded.document) !== textOf(current.document);
		// Functions cannot be compared, so handlers count as changed.
		const hasHandlers = [loaded, current].some(
			(each) => (each.config?.defined.length ?? 0) > 0,
		);
		let change = UNCHANGED;
		if (isOther || hasHandlers)
			change = await followDocument(start, server, loaded);
		else if (loaded.config) {
			const { reloadPresets } = await import("../../engine/reload-presets.ts");
			const { config, document } = loaded;
			const presets = await server.parts.readPresets(flags, config, document);
			await reloadPresets(server.mock.context, presets ?? config.presets);
		}
		Object.assign(current, loaded);
		if (isOther || !loaded.config)
			log.documentLoaded?.(loaded.document, change);
		if (!loaded.config) return;
		const { file, flags: configured } = loaded.config;
		const needsRestart =
			JSON.stringify(configured) !== JSON.stringify(config?.flags);
		log.configLoaded?.(file, needsRestart, isOther);
	}

	await watchFiles(
		new Set([...(config?.files ?? []), ...(document?.files ?? [])]),
		{
			load: (read) => load(start, initial, read),
			onLoaded: apply,
			async onInvalid(error) {
				const reason = await explain(error, initial);
				if (reason === undefined) log.error(error);
				else log.reloadRejected(reason);
			},
		},
		stopping,
		performance.timeOrigin,
	);
}
