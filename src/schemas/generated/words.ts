// Generated from src/schemas/schemas.yaml by `npm run generate`.

export const faultSchemas = {
  "delay": {
    "description": "the same response, later",
    "x-operation-runs": true,
    "x-amount": [
      "ms",
      "min-max"
    ],
    "x-pass": "milliseconds up to 3600000, like 800 or 200-900, or nothing with --median and --p99",
    "required": [
      "kind",
      "operation"
    ],
    "alternatives": [
      [
        "ms"
      ],
      [
        "min",
        "max"
      ],
      [
        "median",
        "p99"
      ]
    ],
    "properties": {
      "id": {
        "description": "names the fault in lists, and to remove it (default: a number)",
        "type": "string",
        "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
        "x-remedy": "must have 1 to 100 of the characters A-Z, a-z, 0-9, \".\", \"_\" and \"-\", the first of them a letter or a digit",
        "x-pass": "an id like outage, of letters, digits, \".\", \"_\" and \"-\"",
        "x-placeholder": "<id>",
        "x-usage": "id to remove the fault by (default: a number)"
      },
      "times": {
        "description": "how often the fault applies",
        "type": "integer",
        "minimum": 1,
        "maximum": 9007199254740991,
        "x-placeholder": "<n>",
        "x-usage": "apply the fault at most <n> times"
      },
      "probability": {
        "description": "the probability that the fault applies, above 0 and at most 1",
        "type": "number",
        "exclusiveMinimum": 0,
        "maximum": 1,
        "x-placeholder": "<p>",
        "x-usage": "probability to apply, up to 1"
      },
      "ms": {
        "description": "milliseconds to wait; for `timeout`, until the connection is closed (default: 60,000)",
        "type": "number",
        "minimum": 0,
        "maximum": 3600000
      },
      "min": {
        "description": "the lower bound of a uniform distribution",
        "type": "number",
        "minimum": 0,
        "maximum": 3600000
      },
      "max": {
        "description": "the upper bound of a uniform distribution",
        "type": "number",
        "minimum": 0,
        "maximum": 3600000
      },
      "median": {
        "description": "the median of a log-normal distribution, as in real networks",
        "type": "number",
        "minimum": 0,
        "maximum": 3600000,
        "x-placeholder": "<ms>",
        "x-usage": "delay: median of the delays"
      },
      "p99": {
        "description": "the 99th percentile of a log-normal distribution",
        "type": "number",
        "minimum": 0,
        "maximum": 3600000,
        "x-placeholder": "<ms>",
        "x-usage": "delay: 99th percentile of the delays"
      }
    }
  },
  "status": {
    "description": "a response with that status: the example of the OpenAPI document, or `body` and `headers`",
    "x-operation-runs": false,
    "x-amount": [
      "status"
    ],
    "x-pass": "a status from 200 to 599, like 503",
    "required": [
      "kind",
      "status",
      "operation"
    ],
    "alternatives": [],
    "properties": {
      "status": {
        "description": "the final status",
        "type": "integer",
        "minimum": 200,
        "maximum": 599
      },
      "body": {
        "description": "body of the response: JSON, or text if the media type of the response is not JSON",
        "x-placeholder": "<json>",
        "x-usage": "status: body of the response, JSON or text"
      },
      "headers": {
        "description": "headers to add to the response, with ASCII values",
        "x-option": "header",
        "x-placeholder": "<line>",
        "x-usage": "status: 'Name: value' to add to the response; repeatable",
        "type": "object",
        "propertyNames": {
          "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
          "x-remedy": "must have the name of a header, like x-request-id"
        },
        "additionalProperties": {
          "type": "string",
          "pattern": "^[\\t -~]*$",
          "x-remedy": "must have only ASCII characters, and no line breaks"
        }
      },
      "force": {
        "description": "required for a status that the OpenAPI document does not list for the operation",
        "x-usage": "status: allow a status that is not documented",
        "type": "boolean"
      },
      "id": {
        "description": "names the fault in lists, and to remove it (default: a number)",
        "type": "string",
        "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
        "x-remedy": "must have 1 to 100 of the characters A-Z, a-z, 0-9, \".\", \"_\" and \"-\", the first of them a letter or a digit",
        "x-pass": "an id like outage, of letters, digits, \".\", \"_\" and \"-\"",
        "x-placeholder": "<id>",
        "x-usage": "id to remove the fault by (default: a number)"
      },
      "times": {
        "description": "how often the fault applies",
        "type": "integer",
        "minimum": 1,
        "maximum": 9007199254740991,
        "x-placeholder": "<n>",
        "x-usage": "apply the fault at most <n> times"
      },
      "probability": {
        "description": "the probability that the fault applies, above 0 and at most 1",
        "type": "number",
        "exclusiveMinimum": 0,
        "maximum": 1,
        "x-placeholder": "<p>",
        "x-usage": "probability to apply, up to 1"
      }
    }
  },
  "reset": {
    "description": "the connection is reset (TCP RST) before the response",
    "x-operation-runs": false,
    "required": [
      "kind",
      "operation"
    ],
    "alternatives": [],
    "properties": {
      "id": {
        "description": "names the fault in lists, and to remove it (default: a number)",
        "type": "string",
        "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
        "x-remedy": "must have 1 to 100 of the characters A-Z, a-z, 0-9, \".\", \"_\" and \"-\", the first of them a letter or a digit",
        "x-pass": "an id like outage, of letters, digits, \".\", \"_\" and \"-\"",
        "x-placeholder": "<id>",
        "x-usage": "id to remove the fault by (default: a number)"
      },
      "times": {
        "description": "how often the fault applies",
        "type": "integer",
        "minimum": 1,
        "maximum": 9007199254740991,
        "x-placeholder": "<n>",
        "x-usage": "apply the fault at most <n> times"
      },
      "probability": {
        "description": "the probability that the fault applies, above 0 and at most 1",
        "type": "number",
        "exclusiveMinimum": 0,
        "maximum": 1,
        "x-placeholder": "<p>",
        "x-usage": "probability to apply, up to 1"
      }
    }
  },
  "empty": {
    "description": "the connection is closed before the response",
    "x-operation-runs": false,
    "required": [
      "kind",
      "operation"
    ],
    "alternatives": [],
    "properties": {
      "id": {
        "description": "names the fault in lists, and to remove it (default: a number)",
        "type": "string",
        "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
        "x-remedy": "must have 1 to 100 of the characters A-Z, a-z, 0-9, \".\", \"_\" and \"-\", the first of them a letter or a digit",
        "x-pass": "an id like outage, of letters, digits, \".\", \"_\" and \"-\"",
        "x-placeholder": "<id>",
        "x-usage": "id to remove the fault by (default: a number)"
      },
      "times": {
        "description": "how often the fault applies",
        "type": "integer",
        "minimum": 1,
        "maximum": 9007199254740991,
        "x-placeholder": "<n>",
        "x-usage": "apply the fault at most <n> times"
      },
      "probability": {
        "description": "the probability that the fault applies, above 0 and at most 1",
        "type": "number",
        "exclusiveMinimum": 0,
        "maximum": 1,
        "x-placeholder": "<p>",
        "x-usage": "probability to apply, up to 1"
      }
    }
  },
  "truncate": {
    "description": "status, headers with the full `Content-Length`, and the start of the body; then the connection is closed",
    "x-operation-runs": true,
    "x-amount": [
      "bytes"
    ],
    "x-pass": "whole bytes, or nothing for half of the body",
    "required": [
      "kind",
      "operation"
    ],
    "alternatives": [],
    "properties": {
      "bytes": {
        "description": "how many bytes of the body are sent (default: half of it)",
        "type": "integer",
        "minimum": 0,
        "maximum": 9007199254740991
      },
      "id": {
        "description": "names the fault in lists, and to remove it (default: a number)",
        "type": "string",
        "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
        "x-remedy": "must have 1 to 100 of the characters A-Z, a-z, 0-9, \".\", \"_\" and \"-\", the first of them a letter or a digit",
        "x-pass": "an id like outage, of letters, digits, \".\", \"_\" and \"-\"",
        "x-placeholder": "<id>",
        "x-usage": "id to remove the fault by (default: a number)"
      },
      "times": {
        "description": "how often the fault applies",
        "type": "integer",
        "minimum": 1,
        "maximum": 9007199254740991,
        "x-placeholder": "<n>",
        "x-usage": "apply the fault at most <n> times"
      },
      "probability": {
        "description": "the probability that the fault applies, above 0 and at most 1",
        "type": "number",
        "exclusiveMinimum": 0,
        "maximum": 1,
        "x-placeholder": "<p>",
        "x-usage": "probability to apply, up to 1"
      }
    }
  },
  "drip": {
    "description": "the full response, with the body at that speed",
    "x-operation-runs": true,
    "x-amount": [
      "bytesPerSecond"
    ],
    "x-pass": "bytes per second, at least 1, like 50",
    "required": [
      "kind",
      "bytesPerSecond",
      "operation"
    ],
    "alternatives": [],
    "properties": {
      "bytesPerSecond": {
        "description": "how many bytes of the body are sent per second",
        "type": "number",
        "minimum": 1,
        "maximum": 9007199254740991
      },
      "id": {
        "description": "names the fault in lists, and to remove it (default: a number)",
        "type": "string",
        "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
        "x-remedy": "must have 1 to 100 of the characters A-Z, a-z, 0-9, \".\", \"_\" and \"-\", the first of them a letter or a digit",
        "x-pass": "an id like outage, of letters, digits, \".\", \"_\" and \"-\"",
        "x-placeholder": "<id>",
        "x-usage": "id to remove the fault by (default: a number)"
      },
      "times": {
        "description": "how often the fault applies",
        "type": "integer",
        "minimum": 1,
        "maximum": 9007199254740991,
        "x-placeholder": "<n>",
        "x-usage": "apply the fault at most <n> times"
      },
      "probability": {
        "description": "the probability that the fault applies, above 0 and at most 1",
        "type": "number",
        "exclusiveMinimum": 0,
        "maximum": 1,
        "x-placeholder": "<p>",
        "x-usage": "probability to apply, up to 1"
      }
    }
  },
  "timeout": {
    "description": "no response; the connection is closed after that time",
    "x-operation-runs": false,
    "x-amount": [
      "ms"
    ],
    "x-pass": "milliseconds up to 3600000, or nothing for a minute",
    "required": [
      "kind",
      "operation"
    ],
    "alternatives": [],
    "properties": {
      "ms": {
        "description": "milliseconds to wait; for `timeout`, until the connection is closed (default: 60,000)",
        "type": "number",
        "minimum": 0,
        "maximum": 3600000
      },
      "id": {
        "description": "names the fault in lists, and to remove it (default: a number)",
        "type": "string",
        "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
        "x-remedy": "must have 1 to 100 of the characters A-Z, a-z, 0-9, \".\", \"_\" and \"-\", the first of them a letter or a digit",
        "x-pass": "an id like outage, of letters, digits, \".\", \"_\" and \"-\"",
        "x-placeholder": "<id>",
        "x-usage": "id to remove the fault by (default: a number)"
      },
      "times": {
        "description": "how often the fault applies",
        "type": "integer",
        "minimum": 1,
        "maximum": 9007199254740991,
        "x-placeholder": "<n>",
        "x-usage": "apply the fault at most <n> times"
      },
      "probability": {
        "description": "the probability that the fault applies, above 0 and at most 1",
        "type": "number",
        "exclusiveMinimum": 0,
        "maximum": 1,
        "x-placeholder": "<p>",
        "x-usage": "probability to apply, up to 1"
      }
    }
  }
} as const;

export const filterSchemas = {
  "operation": {
    "description": "the id of an operation",
    "type": "string",
    "x-placeholder": "<id>",
    "x-usage": "only requests of this operation"
  },
  "method": {
    "description": "the method",
    "type": "string",
    "x-placeholder": "<method>",
    "x-usage": "only requests with this method"
  },
  "path": {
    "description": "the path, without the query",
    "type": "string",
    "x-placeholder": "<path>",
    "x-usage": "only requests to this path (without the query)"
  },
  "status": {
    "description": "the status of the response; 0 for broken connections",
    "type": "integer",
    "minimum": 0,
    "maximum": 599,
    "x-placeholder": "<code>",
    "x-usage": "only requests with this response status; 0 for broken connections"
  },
  "query": {
    "description": "the query parameters to compare; others are ignored",
    "type": "object",
    "additionalProperties": true,
    "x-placeholder": "<name=value>",
    "x-usage": "only requests with this query parameter; repeatable"
  },
  "body": {
    "description": "part of the request body: objects may have more properties, arrays must have the same items",
    "x-placeholder": "<json>",
    "x-usage": "only requests whose body contains this JSON; objects may have more properties"
  },
  "violations": {
    "description": "whether the exchange was [forwarded](forward.md) and violated the OpenAPI document",
    "x-usage": "only forwarded requests that violate the OpenAPI document, or whose response does",
    "type": "boolean"
  },
  "before": {
    "description": "the id of an entry: only older entries, to read the journal in parts",
    "type": "string",
    "pattern": "^[1-9][0-9]{0,15}$",
    "x-remedy": "must be the id of an entry, like 17",
    "x-placeholder": "<id>",
    "x-pass": "the id of an entry, like 17",
    "x-usage": "only requests before the one with this id, which --json shows"
  },
  "limit": {
    "description": "how many entries to return (default: all)",
    "type": "integer",
    "minimum": 0,
    "maximum": 9007199254740991,
    "x-placeholder": "<n>",
    "x-usage": "list at most <n> requests"
  }
} as const;

export const forwardSchemas = {
  "url": {
    "description": "base URL of the service (default: the current one of the session)",
    "type": "string"
  },
  "only": {
    "description": "ids of the operations to forward (default: all)",
    "type": "array",
    "items": {
      "type": "string"
    },
    "x-placeholder": "<operationId...>",
    "x-pass": "ids of operations separated by spaces or commas, like listZaps,createZap",
    "x-usage": "forward these operations, and no others"
  },
  "except": {
    "description": "ids of the operations that the mock still responds to",
    "type": "array",
    "items": {
      "type": "string"
    },
    "x-placeholder": "<operationId...>",
    "x-pass": "ids of operations separated by spaces or commas, like listZaps,createZap",
    "x-usage": "forward all operations but these"
  },
  "headers": {
    "description": "headers to send with each forwarded request, such as credentials, instead of those of the client (default: the current ones, as long as the origin of `url` stays the same)",
    "type": "object",
    "propertyNames": {
      "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
      "x-remedy": "must have the name of a header, like authorization"
    },
    "additionalProperties": {
      "type": "string",
      "pattern": "^[\\t -~]*$",
      "x-remedy": "must have only ASCII characters, and no line breaks"
    },
    "x-option": "header",
    "x-placeholder": "<line>",
    "x-usage": "'Name: value' to send with each forwarded request, such as credentials; repeatable"
  },
  "timeoutMs": {
    "description": "milliseconds without progress of the service after which the mock responds with 504 (default: 30,000)",
    "type": "integer",
    "minimum": 1,
    "maximum": 3600000,
    "x-option": "timeout",
    "x-placeholder": "<ms>",
    "x-usage": "milliseconds without progress of the service after which the mock responds with 504 (default: 30000)"
  },
  "strict": {
    "description": "whether an exchange that violates the OpenAPI document gets 502 instead of the response of the service (default: `false`)",
    "x-usage": "respond with 502 instead of the response if the exchange violates the OpenAPI document",
    "type": "boolean"
  }
} as const;
