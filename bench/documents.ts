import { installPeers, type PeerName, peers } from "../test/corpus/peers.ts";
import { runCorpus } from "../test/corpus/run-corpus.ts";
import { compare, summarize } from "../test/corpus/summary.ts";
import type { Benchmark } from "./report.ts";

/** Measures servers of public documents: how fast they start, and how much they do as the documents say. */
export const measure: Benchmark = async ({ quick, peers: withPeers }) => {
	const run = (peer?: PeerName) => runCorpus(quick ? 60 : 500, 1, quick, peer);
	const outcomes = await run();
	if (!withPeers) return { lines: summarize(outcomes), measured: {} };
	installPeers();
	const byServer: Record<string, Awaited<ReturnType<typeof run>>> = {
		"**Understudy**": outcomes,
	};
	for (const name of Object.keys(peers) as PeerName[])
		byServer[name] = await run(name);
	return { lines: compare(byServer), measured: {} };
};
