/** Preloaded into a server with --expose-gc: reports its memory usage to the benchmark. */
process.on("message", ({ collect }) => {
	if (collect) globalThis.gc();
	process.send(process.memoryUsage());
});
