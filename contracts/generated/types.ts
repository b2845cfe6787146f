// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.

export interface paths {
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health check
         * @description Returns whether the service is able to work.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/command": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a command
         * @description Accepts one command for execution and records it in the audit log.
         */
        post: operations["submitCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pipeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a pipeline
         * @description Accepts several commands, in order, as one unit. Either all of them are accepted or none.
         */
        post: operations["submitPipeline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/zaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List zaps
         * @description Returns one page of zaps, newest first. Creating zaps between two pages neither repeats nor skips other zaps.
         */
        get: operations["listZaps"];
        put?: never;
        /**
         * Create a zap
         * @description Adds one zap to the collection and records it in the audit log.
         */
        post: operations["createZap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the audit records
         * @description Returns one page of the audit records that match all conditions, newest first.
         */
        post: operations["searchAudit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read metrics
         * @description Returns the metrics of the service in the Prometheus text format.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ZapId: string;
        CommandId: string;
        PipelineId: string;
        AuditRecordId: string;
        /**
         * Format: date-time
         * @description An RFC 3339 time in UTC with a Z. The mock writes milliseconds.
         */
        Timestamp: string;
        /**
         * Format: date-time
         * @description An RFC 3339 time with any offset.
         */
        Instant: string;
        /** @default 20 */
        Limit: number;
        /** @description An opaque string. Only cursors that the service issued are accepted. */
        Cursor: string;
        /** @description The cursor of the next page, or null on the last page. */
        NextCursor: string | null;
        /** @description The name of the command. Its length is measured in Unicode code points. */
        CommandName: string;
        /** @description Any JSON value. The service returns it as sent. */
        Args: unknown;
        CommandRequest: {
            command: components["schemas"]["CommandName"];
            args?: components["schemas"]["Args"];
        };
        CommandReceipt: {
            id: components["schemas"]["CommandId"];
            command: components["schemas"]["CommandName"];
            args?: components["schemas"]["Args"];
            /** @constant */
            status: "accepted";
            acceptedAt: components["schemas"]["Timestamp"];
        };
        PipelineReceipt: {
            id: components["schemas"]["PipelineId"];
            /** @constant */
            status: "accepted";
            acceptedAt: components["schemas"]["Timestamp"];
            /** @description The commands, in the order sent. */
            steps: {
                id: components["schemas"]["CommandId"];
                command: components["schemas"]["CommandName"];
                args?: components["schemas"]["Args"];
                /** @constant */
                status: "accepted";
            }[];
        };
        /** @description The name of a zap. Its length is measured in Unicode code points. */
        ZapName: string;
        /** @description A zap, with any additional properties that the client sent. */
        Zap: {
            id: components["schemas"]["ZapId"];
            name: components["schemas"]["ZapName"];
            createdAt: components["schemas"]["Timestamp"];
        } & {
            [key: string]: unknown;
        };
        AuditQuery: {
            /** @description The exact action. */
            action?: string;
            /** @description The exact type of the subject. */
            subjectType?: string;
            /** @description The exact id of the subject. */
            subjectId?: string;
            /** @description The earliest time (inclusive). */
            from?: components["schemas"]["Instant"];
            /** @description The latest time (exclusive). */
            to?: components["schemas"]["Instant"];
            /** @description A text that the action, the subject id or the detail contains, ignoring case. */
            text?: string;
            /** @description The maximum number of records on one page. */
            limit?: components["schemas"]["Limit"];
            /** @description The `nextCursor` of the previous page. Omit it for the first page. */
            cursor?: components["schemas"]["Cursor"];
        };
        AuditRecord: {
            id: components["schemas"]["AuditRecordId"];
            at: components["schemas"]["Timestamp"];
            /** @description The action that happened. */
            action: string;
            /** @description The record that the action created. */
            subject: {
                type: string;
                id: string;
            };
            /** @description The name of a zap, the command of a command, or the number of steps of a pipeline. */
            detail?: {
                /** @description The name of the created zap. */
                name?: string;
                /** @description The command that was submitted. */
                command?: string;
                /** @description The number of steps of the pipeline. */
                steps?: number;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description RFC 9457 problem details. */
        Problem: {
            /**
             * Format: uri-reference
             * @description A URI reference that identifies the kind of problem.
             */
            type: string;
            title: string;
            /** @description The status code of the response. */
            status: number;
            /** @description What is wrong with this request, and how to fix it. */
            detail: string;
        };
        /** @description A problem that locates each error in the request. */
        InvalidProblem: components["schemas"]["Problem"] & {
            errors: ({
                /** @description A JSON pointer (RFC 6901) into the request body. */
                pointer: string;
                detail: string;
            } | {
                parameter: string;
                detail: string;
            })[];
        };
    };
    responses: {
        /** @description The request is invalid. */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Bad Request",
                 *       "status": 400,
                 *       "detail": "The request is invalid in one place; see errors.",
                 *       "errors": [
                 *         {
                 *           "pointer": "/name",
                 *           "detail": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["InvalidProblem"];
            };
        };
        /** @description The request body is too large. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Payload Too Large",
                 *       "status": 413,
                 *       "detail": "The body is larger than 1048576 bytes."
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Content-Type of the request is not JSON, or its body has a Content-Encoding. */
        UnsupportedMedia: {
            headers: {
                /** @description The content codings that the service accepts. Sent if the body has another one. */
                "Accept-Encoding"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unsupported Media Type",
                 *       "status": 415,
                 *       "detail": "The body is text/plain. Send application/json."
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Credentials are required. By default, they are not. */
        Unauthorized: {
            headers: {
                /** @description How to authenticate. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "The request has no credentials."
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests. By default, there is no limit. */
        RateLimited: {
            headers: {
                /** @description The number of seconds to wait before trying again. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "The rate limit is exhausted."
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            /** @description The service is running but unable to work. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "unavailable"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "unavailable";
                    };
                };
            };
        };
    };
    submitCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The command to execute. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "command": "zaps.rebuild-index",
                 *       "args": {
                 *         "shard": 4
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CommandRequest"];
            };
        };
        responses: {
            /** @description The command was accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cmd_01KDVQ2JM0R4T7XKQ5D2V9N8HC",
                     *       "command": "zaps.rebuild-index",
                     *       "args": {
                     *         "shard": 4
                     *       },
                     *       "status": "accepted",
                     *       "acceptedAt": "2026-01-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CommandReceipt"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMedia"];
            429: components["responses"]["RateLimited"];
        };
    };
    submitPipeline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The commands to execute, in order. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "steps": [
                 *         {
                 *           "command": "zaps.export",
                 *           "args": {
                 *             "format": "csv"
                 *           }
                 *         },
                 *         {
                 *           "command": "report.send"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    steps: components["schemas"]["CommandRequest"][];
                };
            };
        };
        responses: {
            /** @description The pipeline was accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pipe_01KDVQ2JM0A6C8XKQ5D2V9N8HC",
                     *       "status": "accepted",
                     *       "acceptedAt": "2026-01-01T00:00:00.000Z",
                     *       "steps": [
                     *         {
                     *           "id": "cmd_01KDVQ2JM0R4T7XKQ5D2V9N8HD",
                     *           "command": "zaps.export",
                     *           "args": {
                     *             "format": "csv"
                     *           },
                     *           "status": "accepted"
                     *         },
                     *         {
                     *           "id": "cmd_01KDVQ2JM0R4T7XKQ5D2V9N8HE",
                     *           "command": "report.send",
                     *           "status": "accepted"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PipelineReceipt"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMedia"];
            429: components["responses"]["RateLimited"];
        };
    };
    listZaps: {
        parameters: {
            query?: {
                /** @description The maximum number of zaps on one page. */
                limit?: components["schemas"]["Limit"];
                /** @description The `nextCursor` of the previous page. Omit it for the first page. */
                cursor?: components["schemas"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of zaps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "zap_01KDVQ2JM0Z3B5XKQ5D2V9N8HC",
                     *           "name": "Welcome new subscribers",
                     *           "createdAt": "2026-01-01T00:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Zap"][];
                        nextCursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
        };
    };
    createZap: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The zap to create. Properties other than `name` are stored as sent. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Welcome new subscribers",
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    name: components["schemas"]["ZapName"];
                    /** @description Set by the service. Requests must not contain it. */
                    readonly id?: never;
                    /** @description Set by the service. Requests must not contain it. */
                    readonly createdAt?: never;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The created zap. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "zap_01KDVQ2JM0Z3B5XKQ5D2V9N8HC",
                     *       "name": "Welcome new subscribers",
                     *       "createdAt": "2026-01-01T00:00:00.000Z",
                     *       "enabled": true
                     *     }
                     */
                    "application/json": components["schemas"]["Zap"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMedia"];
            429: components["responses"]["RateLimited"];
        };
    };
    searchAudit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The conditions. All are optional, and a record must match all of them. An empty object matches every record. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "zap.created",
                 *       "limit": 1
                 *     }
                 */
                "application/json": components["schemas"]["AuditQuery"];
            };
        };
        responses: {
            /** @description One page of audit records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "aud_01KDVQ2JM0F1G2XKQ5D2V9N8HC",
                     *           "at": "2026-01-01T00:00:00.000Z",
                     *           "action": "zap.created",
                     *           "subject": {
                     *             "type": "zap",
                     *             "id": "zap_01KDVQ2JM0Z3B5XKQ5D2V9N8HC"
                     *           },
                     *           "detail": {
                     *             "name": "Welcome new subscribers"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["AuditRecord"][];
                        nextCursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMedia"];
            429: components["responses"]["RateLimited"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics in the Prometheus text format. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # HELP zaps Zaps in the collection.
                     *     # TYPE zaps gauge
                     *     zaps 20
                     */
                    "text/plain; version=0.0.4; charset=utf-8": string;
                };
            };
            429: components["responses"]["RateLimited"];
        };
    };
}
