import { afterAll, beforeAll, describe } from "vitest";
import { serve } from "../../../src/adapters/http/serve.ts";
import { createControl } from "../../../src/control/create-control.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import { EXHAUSTIVE } from "../../support/exhaustive.ts";
import { openReplicas } from "../../support/open-replicas.ts";
import { startBalancer } from "../../support/start-balancer.ts";
import { HAS_REDIS, startRedis } from "../../support/start-redis.ts";
import { addTransportCases } from "../transport-cases.ts";
import type { OpenTransport } from "../transports.ts";
import { alternate } from "./alternate.ts";

describe.skipIf(!HAS_REDIS || !EXHAUSTIVE)("two mocks in turn", () => {
	let redis: Awaited<ReturnType<typeof startRedis>>;
	beforeAll(async () => {
		redis = await startRedis();
	});
	afterAll(() => redis?.[Symbol.asyncDispose]());

	const open: OpenTransport = async (options = {}) => {
		const { dataset, seed } = options;
		const shared = await openReplicas(redis.url, 2, { dataset, seed });
		const mocks = shared.map((each) =>
			createServiceEngine(options, undefined, each),
		);
		await Promise.all(shared.map((each) => each.start()));
		const servers = await Promise.all(
			mocks.map((mock) => serve({ mock, port: 0, host: "127.0.0.1" })),
		);
		const balancer = await startBalancer(servers.map(({ url }) => url));
		return {
			baseUrl: balancer.url,
			fetch,
			control: alternate(mocks.map(({ context }) => createControl(context))),
			async [Symbol.asyncDispose]() {
				for (const each of servers) await each.close();
				for (const each of mocks) await each.close();
				await balancer.close();
			},
		};
	};
	addTransportCases("redis", open);
});
