import { errorMessage } from "../../src/values/errors.ts";
import { writeGenerated } from "./main.ts";

try {
	await writeGenerated(process.cwd(), process.argv[2] === "modules");
} catch (error) {
	process.stderr.write(`${errorMessage(error)}\n`);
	process.exitCode = 1;
}
