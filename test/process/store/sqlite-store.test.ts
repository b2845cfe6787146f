import { join } from "node:path";
import { createStore } from "../../../src/store/create-store.ts";
import { createHistogram } from "../../../src/store/histogram.ts";
import { openStoreFile } from "../../../src/store/sqlite/open-store-file.ts";
import { addStoreCases } from "../../conformance/store/store-cases.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

addStoreCases(
	"sqlite",
	async (options) => {
		const scratch = await scratchFolder();
		const file = await openStoreFile(join(scratch.path, "store.db"));
		const store = createStore(
			options,
			file.createBacking((series) => createHistogram(options.buckets, series)),
		);
		return {
			...store,
			async close() {
				await store.close();
				await scratch[Symbol.asyncDispose]();
			},
		};
	},
	{ sequences: 100 },
);
