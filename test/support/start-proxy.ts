import { existsSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { Agent } from "undici";
import { scratchFolder } from "./scratch-folder.ts";
import { endProcess, startProcess } from "./start-process.ts";

/** Folders of administrators are not on the `PATH` of all users. */
const FOLDERS = `${process.env.PATH}${delimiter}/usr/sbin`.split(delimiter);

/** Whether a program is installed. If not, a line tells how to get it. */
export function isInstalled(program: string, packageName = program): boolean {
	if (FOLDERS.some((path) => existsSync(join(path, program)))) return true;
	process.stderr.write(
		`Skipped: tests with ${program}. To run them, install it: apt-get install ${packageName}\n`,
	);
	return false;
}

/** The command that starts each proxy with its configuration. The proxy listens on a socket in a folder instead of port 4010. */
const PROXIES = {
	nginx: (config: string, folder: string) => ({
		config: config
			.replace("listen 4010", `listen unix:${folder}/socket`)
			.replace(
				"http {",
				`http { access_log off; ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((each) => `${each}_temp_path ${folder};`).join(" ")}`,
			),
		args: [
			...["-p", folder, "-e", "stderr", "-c"],
			...[`${folder}/config`, "-g"],
			`daemon off; master_process off; pid ${folder}/pid;`,
		],
	}),
	caddy: (config: string, folder: string) => ({
		config: `{\nadmin off\n}\n${config.replace(":4010 {", `http:// {\nbind unix/${folder}/socket`)}`,
		args: ["run", "--adapter", "caddyfile", "--config", `${folder}/config`],
	}),
};

export type ProxyName = keyof typeof PROXIES;

const isListening = (path: string): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = connect(path, () => {
			socket.destroy();
			resolve(true);
		}).on("error", () => resolve(false));
	});

/** Starts a proxy, and returns what reaches it. */
export async function startProxy(name: ProxyName, given: string) {
	const folder = await scratchFolder();
	const { config, args } = PROXIES[name](given, folder.path);
	await folder.file("config", config);
	const child = startProcess(name, args, {
		env: { HOME: folder.path, PATH: FOLDERS.join(delimiter) },
	});
	const stderr = text(child.stderr);
	const socketPath = join(folder.path, "socket");
	while (!(await isListening(socketPath))) {
		if (child.exitCode !== null) throw new Error(await stderr);
		await wait(20);
	}
	return {
		dispatcher: new Agent({ connect: { socketPath } }),
		async [Symbol.asyncDispose]() {
			endProcess(child);
			await folder[Symbol.asyncDispose]();
		},
	};
}
