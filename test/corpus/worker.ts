import { measureFile } from "./measure-file.ts";
import { type PeerName, peers } from "./peers.ts";

const [peer] = process.argv.slice(2) as PeerName[];

process.on("message", async (file: string) => {
	process.send?.(await measureFile(file, peer && peers[peer]));
});
