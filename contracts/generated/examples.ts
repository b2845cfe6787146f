// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.

export const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "getHealth": {
    "200": {
      "status": "ok"
    },
    "429": {
      "type": "about:blank",
      "title": "Too Many Requests",
      "status": 429,
      "detail": "The rate limit is exhausted."
    },
    "503": {
      "status": "unavailable"
    }
  },
  "submitCommand": {
    "202": {
      "id": "cmd_01KDVQ2JM0R4T7XKQ5D2V9N8HC",
      "command": "zaps.rebuild-index",
      "args": {
        "shard": 4
      },
      "status": "accepted",
      "acceptedAt": "2026-01-01T00:00:00.000Z"
    },
    "400": {
      "type": "about:blank",
      "title": "Bad Request",
      "status": 400,
      "detail": "The request is invalid in one place; see errors.",
      "errors": [
        {
          "pointer": "/name",
          "detail": "is required"
        }
      ]
    },
    "401": {
      "type": "about:blank",
      "title": "Unauthorized",
      "status": 401,
      "detail": "The request has no credentials."
    },
    "413": {
      "type": "about:blank",
      "title": "Payload Too Large",
      "status": 413,
      "detail": "The body is larger than 1048576 bytes."
    },
    "415": {
      "type": "about:blank",
      "title": "Unsupported Media Type",
      "status": 415,
      "detail": "The body is text/plain. Send application/json."
    },
    "429": {
      "type": "about:blank",
      "title": "Too Many Requests",
      "status": 429,
      "detail": "The rate limit is exhausted."
    }
  },
  "submitPipeline": {
    "202": {
      "id": "pipe_01KDVQ2JM0A6C8XKQ5D2V9N8HC",
      "status": "accepted",
      "acceptedAt": "2026-01-01T00:00:00.000Z",
      "steps": [
        {
          "id": "cmd_01KDVQ2JM0R4T7XKQ5D2V9N8HD",
          "command": "zaps.export",
          "args": {
            "format": "csv"
          },
          "status": "accepted"
        },
        {
          "id": "cmd_01KDVQ2JM0R4T7XKQ5D2V9N8HE",
          "command": "report.send",
          "status": "accepted"
        }
      ]
    },
    "400": {
      "type": "about:blank",
      "title": "Bad Request",
      "status": 400,
      "detail": "The request is invalid in one place; see errors.",
      "errors": [
        {
          "pointer": "/name",
          "detail": "is required"
        }
      ]
    },
    "401": {
      "type": "about:blank",
      "title": "Unauthorized",
      "status": 401,
      "detail": "The request has no credentials."
    },
    "413": {
      "type": "about:blank",
      "title": "Payload Too Large",
      "status": 413,
      "detail": "The body is larger than 1048576 bytes."
    },
    "415": {
      "type": "about:blank",
      "title": "Unsupported Media Type",
      "status": 415,
      "detail": "The body is text/plain. Send application/json."
    },
    "429": {
      "type": "about:blank",
      "title": "Too Many Requests",
      "status": 429,
      "detail": "The rate limit is exhausted."
    }
  },
  "listZaps": {
    "200": {
      "items": [
        {
          "id": "zap_01KDVQ2JM0Z3B5XKQ5D2V9N8HC",
          "name": "Welcome new subscribers",
          "createdAt": "2026-01-01T00:00:00.000Z"
        }
      ],
      "nextCursor": null
    },
    "400": {
      "type": "about:blank",
      "title": "Bad Request",
      "status": 400,
      "detail": "The request is invalid in one place; see errors.",
      "errors": [
        {
          "pointer": "/name",
          "detail": "is required"
        }
      ]
    },
    "401": {
      "type": "about:blank",
      "title": "Unauthorized",
      "status": 401,
      "detail": "The request has no credentials."
    },
    "429": {
      "type": "about:blank",
      "title": "Too Many Requests",
      "status": 429,
      "detail": "The rate limit is exhausted."
    }
  },
  "createZap": {
    "201": {
      "id": "zap_01KDVQ2JM0Z3B5XKQ5D2V9N8HC",
      "name": "Welcome new subscribers",
      "createdAt": "2026-01-01T00:00:00.000Z",
      "enabled": true
    },
    "400": {
      "type": "about:blank",
      "title": "Bad Request",
      "status": 400,
      "detail": "The request is invalid in one place; see errors.",
      "errors": [
        {
          "pointer": "/name",
          "detail": "is required"
        }
      ]
    },
    "401": {
      "type": "about:blank",
      "title": "Unauthorized",
      "status": 401,
      "detail": "The request has no credentials."
    },
    "413": {
      "type": "about:blank",
      "title": "Payload Too Large",
      "status": 413,
      "detail": "The body is larger than 1048576 bytes."
    },
    "415": {
      "type": "about:blank",
      "title": "Unsupported Media Type",
      "status": 415,
      "detail": "The body is text/plain. Send application/json."
    },
    "429": {
      "type": "about:blank",
      "title": "Too Many Requests",
      "status": 429,
      "detail": "The rate limit is exhausted."
    }
  },
  "searchAudit": {
    "200": {
      "items": [
        {
          "id": "aud_01KDVQ2JM0F1G2XKQ5D2V9N8HC",
          "at": "2026-01-01T00:00:00.000Z",
          "action": "zap.created",
          "subject": {
            "type": "zap",
            "id": "zap_01KDVQ2JM0Z3B5XKQ5D2V9N8HC"
          },
          "detail": {
            "name": "Welcome new subscribers"
          }
        }
      ],
      "nextCursor": null
    },
    "400": {
      "type": "about:blank",
      "title": "Bad Request",
      "status": 400,
      "detail": "The request is invalid in one place; see errors.",
      "errors": [
        {
          "pointer": "/name",
          "detail": "is required"
        }
      ]
    },
    "401": {
      "type": "about:blank",
      "title": "Unauthorized",
      "status": 401,
      "detail": "The request has no credentials."
    },
    "413": {
      "type": "about:blank",
      "title": "Payload Too Large",
      "status": 413,
      "detail": "The body is larger than 1048576 bytes."
    },
    "415": {
      "type": "about:blank",
      "title": "Unsupported Media Type",
      "status": 415,
      "detail": "The body is text/plain. Send application/json."
    },
    "429": {
      "type": "about:blank",
      "title": "Too Many Requests",
      "status": 429,
      "detail": "The rate limit is exhausted."
    }
  },
  "getMetrics": {
    "200": "# HELP zaps Zaps in the collection.\n# TYPE zaps gauge\nzaps 20\n",
    "429": {
      "type": "about:blank",
      "title": "Too Many Requests",
      "status": 429,
      "detail": "The rate limit is exhausted."
    }
  }
};
