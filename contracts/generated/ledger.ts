// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.

export const ledger = [
  {
    "id": "health.body",
    "open": "4",
    "assumes": "A service that is up answers its health check with 200 and a JSON object whose status is \"ok\".",
    "because": "Load balancers and orchestrators read the status code; a short word helps the person who looks at it.",
    "status": "assumed"
  },
  {
    "id": "health.unavailable",
    "open": "4",
    "assumes": "A service that runs and cannot work answers its health check with 503 and the status \"unavailable\".",
    "because": "503 is what every load balancer takes for \"send nothing here\"; the body keeps the shape of the good answer.",
    "status": "assumed"
  },
  {
    "id": "command.request",
    "open": "4",
    "assumes": "A command is sent as a JSON object with the member command, a string of 1 to 200 code points, and optionally args, any JSON value. Members beyond these are ignored.",
    "because": "A name and its arguments are the least a command can consist of; a length limit catches a body sent to the wrong place.",
    "status": "assumed"
  },
  {
    "id": "command.receipt",
    "open": "4",
    "assumes": "An accepted command is answered with 202 and a receipt of id, command, args as sent, the status \"accepted\" and the time acceptedAt. The id is cmd_ and a ULID; the time is RFC 3339 in UTC with a Z.",
    "because": "The specification says that a command is submitted, not that it is executed before the answer, and that is what 202 means.",
    "status": "assumed"
  },
  {
    "id": "pipeline.request",
    "open": "4",
    "assumes": "A pipeline is sent as a JSON object with steps, an array of 1 to 100 commands in the form of a command request.",
    "because": "A pipeline of commands in order needs no vocabulary beyond that of the command.",
    "status": "assumed"
  },
  {
    "id": "pipeline.receipt",
    "open": "4",
    "assumes": "An accepted pipeline is answered with 202 and a receipt of id (pipe_ and a ULID), the status \"accepted\", the time acceptedAt, and the steps in the order sent, each with an id of its own (cmd_ and a ULID), the command, its args and the status \"accepted\". One invalid step refuses the whole pipeline.",
    "because": "A caller must be able to name each step later, and half a pipeline is of no use to anyone.",
    "status": "assumed"
  },
  {
    "id": "zaps.page",
    "open": "4",
    "assumes": "The zaps are read in pages of items and nextCursor, newest first; limit is 1 to 100, 20 when absent; cursor is an opaque string issued by the page before; the last page has a nextCursor of null. Zaps created meanwhile neither repeat nor hide others.",
    "because": "Cursors stay right while the collection grows, which page numbers do not.",
    "status": "assumed"
  },
  {
    "id": "zap.fields",
    "open": "2",
    "assumes": "A zap is a JSON object with id (zap_ and a ULID), name (1 to 200 code points), createdAt (RFC 3339 in UTC with a Z) and whatever other members its creator sent.",
    "because": "The specification names no field; these three are the least that a list can show and sort by.",
    "status": "assumed"
  },
  {
    "id": "zap.request",
    "open": "4",
    "assumes": "A zap is created from a JSON object with name, a string of 1 to 200 code points; other members are kept, but id and createdAt are the service's to give and are refused.",
    "because": "Keeping unknown members loses nothing that a client says; taking an id from outside would let two zaps collide.",
    "status": "assumed"
  },
  {
    "id": "zaps.created",
    "open": "4",
    "assumes": "A created zap is answered with 201 and the zap itself, which is the first of the list from then on. There is no Location header.",
    "because": "201 is the status of creation; no path of a single zap is specified, so there is nothing that Location could name.",
    "status": "assumed"
  },
  {
    "id": "audit.query",
    "open": "4",
    "assumes": "An audit search is a JSON object of optional conditions, all to be met: action, subjectType and subjectId match exactly, from (inclusive) and to (exclusive) are RFC 3339 times, text is found in action, subject id or detail whatever its case; limit and cursor page as with zaps. An empty object matches every record.",
    "because": "These are the questions an audit log is kept for, who did what to which thing and when, and each is plain to answer.",
    "status": "assumed"
  },
  {
    "id": "audit.page",
    "open": "4",
    "assumes": "A search is answered with 200 and a page of items and nextCursor, newest first, as the list of zaps is.",
    "because": "Two collections of one service should page alike.",
    "status": "assumed"
  },
  {
    "id": "audit.record",
    "open": "2",
    "assumes": "An audit record has id (aud_ and a ULID), at (RFC 3339 in UTC with a Z), action, subject with type and id, and optionally detail: the name of a zap, the command of a command, the number of steps of a pipeline.",
    "because": "An action, its subject and its time are what makes a line an audit record.",
    "status": "assumed"
  },
  {
    "id": "audit.trail",
    "open": "1",
    "assumes": "Every accepted command, pipeline and zap writes one audit record in the same step (command.submitted, pipeline.submitted, zap.created, with the subject type command, pipeline or zap), and a search that follows at once finds it.",
    "because": "An audit log that lags or misses what was accepted would not be one, and nothing else is specified that could fill it.",
    "status": "assumed"
  },
  {
    "id": "metrics.format",
    "open": "4",
    "assumes": "Metrics are a Prometheus text exposition, version 0.0.4, in UTF-8.",
    "because": "A path named /metrics without a version prefix is where Prometheus looks by default.",
    "status": "assumed"
  },
  {
    "id": "metrics.series",
    "open": "4",
    "assumes": "The exposition has the counter http_requests_total and the histogram http_request_duration_seconds, both labelled by operation and status and counting the requests that reached an operation, the counters commands_total and pipelines_total, and the gauges zaps and audit_records.",
    "because": "Rate, errors and duration of requests, and the size of what is kept, are what a dashboard of such a service starts from.",
    "status": "assumed"
  },
  {
    "id": "errors.problem",
    "open": "7",
    "assumes": "Every error is a problem of RFC 9457, application/problem+json, with type, title, status and detail. Where nothing more is known of the type it is about:blank.",
    "because": "It is the one standard format for errors over HTTP, and about:blank is the type that invents least.",
    "status": "assumed"
  },
  {
    "id": "errors.unknown",
    "open": "7",
    "assumes": "A path that is not defined is answered with 404. Paths are compared exactly; another case, a trailing or doubled slash or an encoded slash makes another path.",
    "because": "RFC 3986 compares paths case-sensitively, and a lenient mock hides a client's mistake until production.",
    "status": "assumed"
  },
  {
    "id": "errors.method",
    "open": "7",
    "assumes": "A method that is not defined for a known path is answered with 405 and an Allow header that lists those that are.",
    "because": "RFC 9110 requires both.",
    "status": "assumed"
  },
  {
    "id": "methods.head",
    "open": "4",
    "assumes": "HEAD is answered wherever GET is defined, as GET is, without the body.",
    "because": "RFC 9110 section 9.1 makes every general-purpose server support HEAD, though the specification defines only the methods it lists.",
    "status": "assumed"
  },
  {
    "id": "errors.size",
    "open": "8",
    "assumes": "A body of more than 1 MiB, announced or not, is answered with 413, and the connection is closed after it.",
    "because": "Some limit there must be, and 1 MiB is the default of the best-known proxy.",
    "status": "assumed"
  },
  {
    "id": "errors.media",
    "open": "7",
    "assumes": "A body that is not declared as application/json, with or without parameters, is answered with 415.",
    "because": "RFC 9110 gives this status that meaning; guessing at undeclared bodies opens the door to forged cross-site forms.",
    "status": "assumed"
  },
  {
    "id": "errors.invalid",
    "open": "7",
    "assumes": "A request that is not as the operation requires is answered with 400, and errors names each place: a JSON pointer into the body or the name of a query parameter. So is a body that is not JSON in UTF-8, nests deeper than 128 levels, or holds a number beyond the range of a double or half a surrogate pair, an empty or repeated query parameter, and a cursor that was never issued. Query parameters and, but for a zap, members of the body that are not known are ignored. What is wrong with a request is looked for in the order 404, 405, 413, 415, 400.",
    "because": "400 is the status every client library understands, and a place is what a person needs to mend the request.",
    "status": "assumed"
  },
  {
    "id": "auth.none",
    "open": "5",
    "assumes": "No operation requires credentials. Where a deployment asks for them, their absence is answered with 401 and WWW-Authenticate, but health check and metrics stay open.",
    "because": "No scheme is specified, and inventing one would make every client carry a fiction.",
    "status": "assumed"
  },
  {
    "id": "limits.none",
    "open": "8",
    "assumes": "There is no rate limit. Where a deployment sets one, exceeding it is answered with 429 and Retry-After.",
    "because": "No limit is specified, and a mock that throttles by default would slow down everyone's tests.",
    "status": "assumed"
  }
] as const;
