import { measureFile } from "./measure-file.ts";

process.on("message", async (file: string) => {
	process.send?.(await measureFile(file));
});
