/** Loaded before a server, with --expose-gc: tells the bench how much memory the process takes. */
process.on("message", ({ collect }) => {
	if (collect) globalThis.gc();
	process.send(process.memoryUsage());
});
