import { writeGenerated } from "./main.ts";

try {
	await writeGenerated(process.argv[2] ?? process.cwd());
} catch (error) {
	process.stderr.write(
		`${error instanceof Error ? error.message : String(error)}\n`,
	);
	process.exitCode = 1;
}
