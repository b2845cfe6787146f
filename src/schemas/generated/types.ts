// Generated from src/schemas/schemas.yaml by `npm run generate`.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Milliseconds, at most an hour. */
        readonly Milliseconds: number;
        /** @description Milliseconds to wait: fixed, uniform between two bounds, or log-normal as in networks. */
        readonly DelayTime: {
            /** @description milliseconds to wait; for `timeout`, until the connection is closed (default: 60,000) */
            readonly ms: components["schemas"]["Milliseconds"];
        } | {
            /** @description the lower bound of a uniform distribution */
            readonly min: components["schemas"]["Milliseconds"];
            /** @description the upper bound of a uniform distribution */
            readonly max: components["schemas"]["Milliseconds"];
        } | {
            /** @description the median of a log-normal distribution, as in real networks */
            readonly median: components["schemas"]["Milliseconds"];
            /** @description the 99th percentile of a log-normal distribution */
            readonly p99: components["schemas"]["Milliseconds"];
        };
        readonly FaultScope: {
            /** @description the id of an operation, or `*` for every operation to which the fault can apply */
            readonly operation: string;
            /** @description names the fault in lists, and to remove it (default: a number) */
            readonly id?: string;
            /** @description how often the fault applies */
            readonly times?: number;
            /** @description the probability that the fault applies, above 0 and at most 1 */
            readonly probability?: number;
        };
        /** @description the same response, later */
        readonly DelayFault: {
            /** @constant */
            readonly kind: "delay";
        } & (components["schemas"]["FaultScope"] & components["schemas"]["DelayTime"]);
        /** @description a response with that status: the example of the OpenAPI document, or `body` and `headers` */
        readonly StatusFault: {
            /** @constant */
            readonly kind: "status";
            /** @description the final status */
            readonly status: number;
            /** @description body of the response: JSON, or text if the media type of the response is not JSON */
            readonly body?: unknown;
            /** @description headers to add to the response, with ASCII values */
            readonly headers?: {
                readonly [key: string]: string;
            };
            /** @description required for a status that the OpenAPI document does not list for the operation */
            readonly force?: boolean;
        } & components["schemas"]["FaultScope"];
        /** @description the connection is reset (TCP RST) before the response */
        readonly ResetFault: {
            /** @constant */
            readonly kind: "reset";
        } & components["schemas"]["FaultScope"];
        /** @description the connection is closed before the response */
        readonly EmptyFault: {
            /** @constant */
            readonly kind: "empty";
        } & components["schemas"]["FaultScope"];
        /** @description status, headers with the full `Content-Length`, and the start of the body; then the connection is closed */
        readonly TruncateFault: {
            /** @constant */
            readonly kind: "truncate";
            /** @description how many bytes of the body are sent (default: half of it) */
            readonly bytes?: number;
        } & components["schemas"]["FaultScope"];
        /** @description the full response, with the body at that speed */
        readonly DripFault: {
            /** @constant */
            readonly kind: "drip";
            /** @description how many bytes of the body are sent per second */
            readonly bytesPerSecond: number;
        } & components["schemas"]["FaultScope"];
        /** @description no response; the connection is closed after that time */
        readonly TimeoutFault: {
            /** @constant */
            readonly kind: "timeout";
            /** @description milliseconds to wait; for `timeout`, until the connection is closed (default: 60,000) */
            readonly ms?: components["schemas"]["Milliseconds"];
        } & components["schemas"]["FaultScope"];
        /** @description A disturbance of one or all operations; plain JSON. */
        readonly Fault: components["schemas"]["DelayFault"] | components["schemas"]["StatusFault"] | components["schemas"]["ResetFault"] | components["schemas"]["EmptyFault"] | components["schemas"]["TruncateFault"] | components["schemas"]["DripFault"] | components["schemas"]["TimeoutFault"];
        readonly Faults: readonly components["schemas"]["Fault"][];
        /**
         * @description The kind of credentials to require: a bearer token, or a key in `X-API-Key`. Any value is accepted.
         * @enum {unknown}
         */
        readonly Credentials: "bearer" | "api-key";
        /** @description A way for the mock to behave; plain JSON. */
        readonly Scenario: {
            /** @description one sentence, shown in the list of scenarios */
            readonly description: string;
            /** @description gives the scenario a state of its own, which starts from this dataset; leaving the scenario restores the previous state */
            readonly dataset?: string;
            /** @description disturb operations; faults that are set in the session take precedence */
            readonly faults?: components["schemas"]["Faults"];
            /** @description the kind of credentials to require, of operations for which the OpenAPI document lists a 401 (default: the value of the flag) */
            readonly auth?: components["schemas"]["Credentials"];
            /** @description the number of requests that a session may send per second (default: the value of the flag) */
            readonly rateLimit?: number;
        };
        readonly Scenarios: {
            readonly [key: string]: components["schemas"]["Scenario"];
        };
        /** @description Selects exchanges; all given properties have to match. */
        readonly JournalFilter: {
            /** @description the id of an operation */
            readonly operation?: string;
            /** @description the method */
            readonly method?: string;
            /** @description the path, without the query */
            readonly path?: string;
            /** @description the status of the response; 0 for broken connections */
            readonly status?: number;
            /** @description the query parameters to compare; others are ignored */
            readonly query?: {
                readonly [key: string]: unknown;
            };
            /** @description part of the request body: objects may have more properties, arrays must have the same items */
            readonly body?: unknown;
            /** @description whether the exchange was [forwarded](forward.md) and violated the OpenAPI document */
            readonly violations?: boolean;
        };
        /** @description Selects exchanges, and limits how many are returned. */
        readonly RequestsFilter: {
            /** @description the id of an operation */
            readonly operation?: string;
            /** @description the method */
            readonly method?: string;
            /** @description the path, without the query */
            readonly path?: string;
            /** @description the status of the response; 0 for broken connections */
            readonly status?: number;
            /** @description the query parameters to compare; others are ignored */
            readonly query?: {
                readonly [key: string]: unknown;
            };
            /** @description part of the request body: objects may have more properties, arrays must have the same items */
            readonly body?: unknown;
            /** @description whether the exchange was [forwarded](forward.md) and violated the OpenAPI document */
            readonly violations?: boolean;
            /** @description the id of an entry: only older entries, to read the journal in parts */
            readonly before?: string;
            /** @description how many entries to return (default: all) */
            readonly limit?: number;
        };
        /** @description Where a reset starts from. */
        readonly ResetOrigin: {
            /** @description The name of a dataset. */
            readonly dataset?: string;
            /** @description A whole number that determines the generated data, ids and random numbers. */
            readonly seed?: number;
            /** @description Whether to reset the scenario, faults, snapshots and journal too, and to start from the session's first dataset and seed. */
            readonly all?: boolean;
        };
        /** @description Selects the operations that a real service responds to; plain JSON. */
        readonly Forward: {
            /** @description base URL of the service (default: the current one of the session) */
            readonly url?: string;
            /** @description ids of the operations to forward (default: all) */
            readonly only?: readonly string[];
            /** @description ids of the operations that the mock still responds to */
            readonly except?: readonly string[];
            /** @description headers to send with each forwarded request, such as credentials, instead of those of the client (default: the current ones, as long as the origin of `url` stays the same) */
            readonly headers?: {
                readonly [key: string]: string;
            };
            /** @description milliseconds without progress of the service after which the mock responds with 504 (default: 30,000) */
            readonly timeoutMs?: number;
            /** @description whether an exchange that violates the OpenAPI document gets 502 instead of the response of the service (default: `false`) */
            readonly strict?: boolean;
        };
        readonly ScenarioChoice: {
            readonly name: string;
        };
        readonly NoBody: Record<string, never>;
        /** @description Defaults for the flags of `understudy serve`. */
        readonly Flags: {
            /**
             * @description port to listen on; 0 picks a free port
             * @default 4010
             */
            readonly port?: number;
            /**
             * @description address to listen on
             * @default 127.0.0.1
             */
            readonly host?: string;
            /** @description PEM file with the certificate for HTTPS; requires --key */
            readonly cert?: string;
            /** @description PEM file with the private key of the certificate */
            readonly key?: string;
            /**
             * @description prefix of all paths of the service, like /api
             * @default
             */
            readonly basePath?: string;
            /**
             * @description initial data: empty, default, large, or a .json file that state export wrote
             * @default default
             */
            readonly dataset?: string;
            /**
             * @description initial scenario: normal, empty, unhealthy, slow, flaky, unauthorized, rate-limited or broken
             * @default normal
             */
            readonly scenario?: string;
            /**
             * @description seed of the generated data, ids and random numbers
             * @default 1
             */
            readonly seed?: number;
            /**
             * @description "system", or an RFC 3339 time to start at, which advances by 1 ms per write
             * @default system
             */
            readonly clock?: string;
            /**
             * @description credentials to require, with any value: none, bearer or api-key
             * @default none
             * @enum {unknown}
             */
            readonly auth?: "none" | "bearer" | "api-key";
            /** @description requests per second that each session may send */
            readonly rateLimit?: number;
            /**
             * @description where sessions are kept: memory, or sqlite:<path> for a file that survives restarts
             * @default memory
             */
            readonly store?: string;
            /** @description time without a request after which a session is deleted, like 30m or 7d (default: 30m in memory, never in a file) */
            readonly sessionIdle?: string;
            /**
             * @description how many requests to keep in the journal of each session
             * @default 1000
             */
            readonly journal?: number;
            /** @description headers and query parameters to redact, in addition to credentials */
            readonly redact?: readonly string[];
            /** @description lets other machines control the mock if they send this token */
            readonly controlToken?: string;
            /** @description base URL of a real service that responds instead of the mock */
            readonly forward?: string;
            /** @description ids of the operations to forward (default: all) */
            readonly forwardOnly?: readonly string[];
            /** @description ids of the operations that the mock still responds to */
            readonly forwardExcept?: readonly string[];
            /** @description 'Name: value' to send with each forwarded request, such as credentials; repeatable */
            readonly forwardHeader?: readonly string[];
            /** @description origin of a page that may use the headers of --forward-header, or cookies of the service, beside the origins of this machine; repeatable */
            readonly allowOrigin?: readonly string[];
            /** @description milliseconds without progress of the service after which the mock responds with 504; 30000 unless set */
            readonly forwardTimeout?: number;
            /**
             * @description respond with 502 if an exchange violates the OpenAPI document
             * @default false
             */
            readonly forwardStrict?: boolean;
            /**
             * @description milliseconds that loading the configuration with its datasets may take
             * @default 10000
             */
            readonly configTimeout?: number;
            /**
             * @description output format: pretty, json or silent
             * @default pretty
             * @enum {unknown}
             */
            readonly log?: "pretty" | "json" | "silent";
        };
        /** @description The contents of `understudy.config.ts`. Functions and MSW handlers are checked by code. */
        readonly Config: {
            /** @description defaults for the flags of `serve` */
            readonly flags?: components["schemas"]["Flags"];
            /** @description the file with the [statuses of the assumptions](contracts.md#recording-the-results), relative to the configuration */
            readonly ledger?: string;
            /** @description data to start from, by name */
            readonly datasets?: {
                readonly [key: string]: unknown;
            };
            /** @description ways the mock can behave, by name */
            readonly scenarios?: {
                readonly [key: string]: unknown;
            };
            /** @description MSW handlers that take precedence over the mock */
            readonly handlers?: readonly unknown[];
            /** @description properties of the generated records */
            readonly fixtures?: {
                readonly zap?: unknown;
                readonly command?: unknown;
                readonly pipeline?: unknown;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Milliseconds = components['schemas']['Milliseconds'];
export type DelayTime = components['schemas']['DelayTime'];
export type FaultScope = components['schemas']['FaultScope'];
export type DelayFault = components['schemas']['DelayFault'];
export type StatusFault = components['schemas']['StatusFault'];
export type ResetFault = components['schemas']['ResetFault'];
export type EmptyFault = components['schemas']['EmptyFault'];
export type TruncateFault = components['schemas']['TruncateFault'];
export type DripFault = components['schemas']['DripFault'];
export type TimeoutFault = components['schemas']['TimeoutFault'];
export type Fault = components['schemas']['Fault'];
export type Faults = components['schemas']['Faults'];
export type Credentials = components['schemas']['Credentials'];
export type Scenario = components['schemas']['Scenario'];
export type Scenarios = components['schemas']['Scenarios'];
export type JournalFilter = components['schemas']['JournalFilter'];
export type RequestsFilter = components['schemas']['RequestsFilter'];
export type ResetOrigin = components['schemas']['ResetOrigin'];
export type Forward = components['schemas']['Forward'];
export type ScenarioChoice = components['schemas']['ScenarioChoice'];
export type NoBody = components['schemas']['NoBody'];
export type Flags = components['schemas']['Flags'];
export type Config = components['schemas']['Config'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
