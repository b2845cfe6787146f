// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.

export const ledger = [
  {
    "id": "health.body",
    "open": "4",
    "assumes": "A healthy service responds to its health check with 200 and a JSON object whose status is \"ok\".",
    "because": "Load balancers and orchestrators read the status code; a short word helps a person who looks at the response.",
    "status": "assumed"
  },
  {
    "id": "health.unavailable",
    "open": "4",
    "assumes": "A service that is running but unable to work responds to its health check with 503 and the status \"unavailable\".",
    "because": "Load balancers stop sending requests to a server that responds with 503. The body has the same shape as that of a healthy service.",
    "status": "assumed"
  },
  {
    "id": "command.request",
    "open": "4",
    "assumes": "A command is a JSON object with the property command, a string of 1 to 200 code points, and the optional property args, any JSON value. Other properties are ignored.",
    "because": "A command needs at least a name and arguments. A length limit catches bodies that were sent to the wrong path.",
    "status": "assumed"
  },
  {
    "id": "command.receipt",
    "open": "4",
    "assumes": "The response to an accepted command is 202 and a receipt with id, command, args as sent, the status \"accepted\" and the time acceptedAt. The id is cmd_ followed by a ULID; the time is RFC 3339 in UTC with a Z.",
    "because": "The specification says that a command is submitted, not that it is executed before the response, and 202 means exactly that.",
    "status": "assumed"
  },
  {
    "id": "pipeline.request",
    "open": "4",
    "assumes": "A pipeline is a JSON object with steps, an array of 1 to 100 commands in the form of a command request.",
    "because": "A pipeline runs commands in order, so it needs nothing beyond the command request.",
    "status": "assumed"
  },
  {
    "id": "pipeline.receipt",
    "open": "4",
    "assumes": "The response to an accepted pipeline is 202 and a receipt with id (pipe_ followed by a ULID), the status \"accepted\", the time acceptedAt, and the steps in the order sent. Each step has its own id (cmd_ followed by a ULID), the command, its args and the status \"accepted\". If one step is invalid, the whole pipeline is rejected.",
    "because": "A client must be able to refer to each step later, and half a pipeline is useless.",
    "status": "assumed"
  },
  {
    "id": "zaps.page",
    "open": "4",
    "assumes": "GET /v1/zaps returns pages with items and nextCursor, newest first. limit is 1 to 100 and defaults to 20. cursor is the opaque nextCursor of the previous page; the last page has a nextCursor of null. Creating zaps between two pages neither repeats nor skips other zaps.",
    "because": "Cursors stay correct while the collection grows; page numbers do not.",
    "status": "assumed"
  },
  {
    "id": "zap.fields",
    "open": "2",
    "assumes": "A zap is a JSON object with id (zap_ followed by a ULID), name (1 to 200 code points), createdAt (RFC 3339 in UTC with a Z) and any other properties that the client sent.",
    "because": "The specification names no fields; a list needs at least these three to show and sort zaps.",
    "status": "assumed"
  },
  {
    "id": "zap.request",
    "open": "4",
    "assumes": "A zap is created from a JSON object with name, a string of 1 to 200 code points, which other zaps may have, too. Other properties are stored, except that a request with id or createdAt is rejected, because the service sets both.",
    "because": "Storing unknown properties loses no data; accepting an id from the client could make two zaps collide.",
    "status": "assumed"
  },
  {
    "id": "zaps.created",
    "open": "4",
    "assumes": "The response to a created zap is 201 and the zap, which is then the first item of the list.",
    "because": "201 is the status for creation.",
    "status": "assumed"
  },
  {
    "id": "audit.query",
    "open": "4",
    "assumes": "An audit search is a JSON object of optional conditions, and a record must match all of them. action, subjectType and subjectId match exactly; from (inclusive) and to (exclusive) are RFC 3339 times; text is contained in action, subject id or detail, ignoring case; limit and cursor work as for zaps. An empty object matches every record.",
    "because": "These conditions answer the questions an audit log is kept for: what happened, to which subject, and when.",
    "status": "assumed"
  },
  {
    "id": "audit.page",
    "open": "4",
    "assumes": "The response to a search is 200 and a page of items and nextCursor, newest first, like the list of zaps.",
    "because": "Two collections of one service should use the same paging.",
    "status": "assumed"
  },
  {
    "id": "audit.record",
    "open": "2",
    "assumes": "An audit record has id (aud_ followed by a ULID), at (RFC 3339 in UTC with a Z), action, subject with type and id, and optionally detail: the name of a zap, the command of a command, or the number of steps of a pipeline.",
    "because": "An audit record needs at least an action, its subject and its time.",
    "status": "assumed"
  },
  {
    "id": "audit.trail",
    "open": "1",
    "assumes": "Every accepted command, pipeline and zap writes one audit record in the same step. The action is command.submitted, pipeline.submitted or zap.created, and the subject type command, pipeline or zap. A search immediately afterwards finds the record.",
    "because": "An audit log must not lag or miss an accepted request, and the specification defines nothing else that could fill it.",
    "status": "assumed"
  },
  {
    "id": "metrics.format",
    "open": "4",
    "assumes": "Metrics are in the Prometheus text format, version 0.0.4, in UTF-8.",
    "because": "By default, Prometheus scrapes /metrics, a path without a version prefix.",
    "status": "assumed"
  },
  {
    "id": "metrics.series",
    "open": "4",
    "assumes": "The metrics contain the counter http_requests_total and the histogram http_request_duration_seconds, both with the labels operation and status, which count the requests that reached an operation; the counters commands_total and pipelines_total; and the gauges zaps and audit_records.",
    "because": "A dashboard of such a service starts with the rate, errors and duration of requests, and the amount of stored data.",
    "status": "assumed"
  },
  {
    "id": "errors.problem",
    "open": "7",
    "assumes": "Every error is a problem according to RFC 9457, application/problem+json, with type, title, status and detail. If there is no more specific type, it is about:blank.",
    "because": "RFC 9457 is the standard format for errors over HTTP, and about:blank is the type that invents least.",
    "status": "assumed"
  },
  {
    "id": "errors.unknown",
    "open": "7",
    "assumes": "The response for an undefined path is 404. Paths must match exactly: a path in different case, or with a trailing, doubled or encoded slash, is a different path.",
    "because": "RFC 3986 compares paths case-sensitively, and a lenient mock hides a client's mistake until production.",
    "status": "assumed"
  },
  {
    "id": "errors.method",
    "open": "7",
    "assumes": "The response for a method that is not defined on a known path is 405, with an Allow header that lists the defined methods.",
    "because": "RFC 9110 requires both.",
    "status": "assumed"
  },
  {
    "id": "methods.head",
    "open": "4",
    "assumes": "HEAD works on every path that defines GET. The response is the same as for GET, without the body.",
    "because": "RFC 9110, section 9.1, requires every general-purpose server to support HEAD, although the specification defines only the methods that it lists.",
    "status": "assumed"
  },
  {
    "id": "errors.size",
    "open": "8",
    "assumes": "The response to a body of more than 1 MiB, with or without Content-Length, is 413, and the service then closes the connection.",
    "because": "There must be some limit, and 1 MiB is the default of nginx.",
    "status": "assumed"
  },
  {
    "id": "errors.media",
    "open": "7",
    "assumes": "The response to a body whose Content-Type is missing or not application/json (parameters are allowed) is 415.",
    "because": "RFC 9110 defines 415 for this case. Accepting bodies of other types would let web forms of other sites send requests.",
    "status": "assumed"
  },
  {
    "id": "errors.encoding",
    "open": "7",
    "assumes": "The response to a body with a Content-Encoding other than identity is 415, with the header Accept-Encoding: identity.",
    "because": "RFC 9110, section 8.4, defines 415 for this case, and section 12.5.3 the header. Clients send compressed bodies only to services that document it.",
    "status": "assumed"
  },
  {
    "id": "errors.invalid",
    "open": "7",
    "assumes": "The response to an invalid request is 400. Its errors locate each problem with a JSON pointer into the body or the name of a query parameter. A request is invalid if its body is not JSON in UTF-8, nests deeper than 128 levels, or contains a number outside of the range of a double or a lone surrogate; if a query parameter is empty or repeated; if the cursor was never issued; or if the request does not match the schema of the operation. Unknown query parameters are ignored, and so are unknown properties of the body, which a zap stores. Errors are checked in the order 404, 405, 413, 415, 400.",
    "because": "Every client library understands 400, and a person needs the location to fix the request.",
    "status": "assumed"
  },
  {
    "id": "auth.none",
    "open": "5",
    "assumes": "No operation requires credentials. If a deployment requires them, the response to a request without them is 401 with WWW-Authenticate; health check and metrics stay open.",
    "because": "No authentication scheme is specified, and every client would have to implement one that we invented.",
    "status": "assumed"
  },
  {
    "id": "limits.none",
    "open": "8",
    "assumes": "There is no rate limit. If a deployment sets one, the response to a request that exceeds it is 429 with Retry-After.",
    "because": "No limit is specified, and a mock that limits requests by default would slow down everyone's tests.",
    "status": "assumed"
  }
] as const;
