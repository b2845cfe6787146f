// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.

export const operations = {
  "getHealth": {
    "id": "getHealth",
    "method": "GET",
    "path": "/v1/health",
    "tag": "Health",
    "summary": "Health check",
    "success": 200,
    "query": {},
    "body": null,
    "example": {},
    "problems": {
      "rateLimited": 429
    },
    "responses": {
      "200": {
        "mediaType": "application/json",
        "reason": "OK",
        "assumptions": [
          "health.body"
        ]
      },
      "429": {
        "mediaType": "application/problem+json",
        "reason": "Too Many Requests",
        "assumptions": [
          "errors.problem",
          "limits.none"
        ]
      },
      "503": {
        "mediaType": "application/json",
        "reason": "Service Unavailable",
        "assumptions": [
          "health.unavailable"
        ]
      }
    }
  },
  "submitCommand": {
    "id": "submitCommand",
    "method": "POST",
    "path": "/v1/command",
    "tag": "Command",
    "summary": "Submit a command",
    "success": 202,
    "query": {},
    "body": "application/json",
    "example": {
      "body": {
        "command": "zaps.rebuild-index",
        "args": {
          "shard": 4
        }
      }
    },
    "problems": {
      "invalid": 400,
      "unauthorized": 401,
      "tooLarge": 413,
      "unsupportedMedia": 415,
      "rateLimited": 429
    },
    "responses": {
      "202": {
        "mediaType": "application/json",
        "reason": "Accepted",
        "assumptions": [
          "command.receipt",
          "command.request"
        ]
      },
      "400": {
        "mediaType": "application/problem+json",
        "reason": "Bad Request",
        "assumptions": [
          "command.request",
          "errors.invalid",
          "errors.problem"
        ]
      },
      "401": {
        "mediaType": "application/problem+json",
        "reason": "Unauthorized",
        "assumptions": [
          "auth.none",
          "errors.problem"
        ]
      },
      "413": {
        "mediaType": "application/problem+json",
        "reason": "Payload Too Large",
        "assumptions": [
          "errors.problem",
          "errors.size"
        ]
      },
      "415": {
        "mediaType": "application/problem+json",
        "reason": "Unsupported Media Type",
        "assumptions": [
          "errors.encoding",
          "errors.media",
          "errors.problem"
        ]
      },
      "429": {
        "mediaType": "application/problem+json",
        "reason": "Too Many Requests",
        "assumptions": [
          "errors.problem",
          "limits.none"
        ]
      }
    },
    "audit": {
      "action": "command.submitted",
      "subjectType": "command"
    }
  },
  "submitPipeline": {
    "id": "submitPipeline",
    "method": "POST",
    "path": "/v1/pipeline",
    "tag": "Pipeline",
    "summary": "Submit a pipeline",
    "success": 202,
    "query": {},
    "body": "application/json",
    "example": {
      "body": {
        "steps": [
          {
            "command": "zaps.export",
            "args": {
              "format": "csv"
            }
          },
          {
            "command": "report.send"
          }
        ]
      }
    },
    "problems": {
      "invalid": 400,
      "unauthorized": 401,
      "tooLarge": 413,
      "unsupportedMedia": 415,
      "rateLimited": 429
    },
    "responses": {
      "202": {
        "mediaType": "application/json",
        "reason": "Accepted",
        "assumptions": [
          "pipeline.receipt",
          "pipeline.request"
        ]
      },
      "400": {
        "mediaType": "application/problem+json",
        "reason": "Bad Request",
        "assumptions": [
          "errors.invalid",
          "errors.problem",
          "pipeline.request"
        ]
      },
      "401": {
        "mediaType": "application/problem+json",
        "reason": "Unauthorized",
        "assumptions": [
          "auth.none",
          "errors.problem"
        ]
      },
      "413": {
        "mediaType": "application/problem+json",
        "reason": "Payload Too Large",
        "assumptions": [
          "errors.problem",
          "errors.size"
        ]
      },
      "415": {
        "mediaType": "application/problem+json",
        "reason": "Unsupported Media Type",
        "assumptions": [
          "errors.encoding",
          "errors.media",
          "errors.problem"
        ]
      },
      "429": {
        "mediaType": "application/problem+json",
        "reason": "Too Many Requests",
        "assumptions": [
          "errors.problem",
          "limits.none"
        ]
      }
    },
    "audit": {
      "action": "pipeline.submitted",
      "subjectType": "pipeline"
    }
  },
  "listZaps": {
    "id": "listZaps",
    "method": "GET",
    "path": "/v1/zaps",
    "tag": "the service",
    "summary": "List zaps",
    "success": 200,
    "query": {
      "limit": {
        "type": "integer",
        "default": 20
      },
      "cursor": {
        "type": "string"
      }
    },
    "body": null,
    "example": {},
    "problems": {
      "invalid": 400,
      "unauthorized": 401,
      "rateLimited": 429
    },
    "responses": {
      "200": {
        "mediaType": "application/json",
        "reason": "OK",
        "assumptions": [
          "zap.fields",
          "zaps.page"
        ]
      },
      "400": {
        "mediaType": "application/problem+json",
        "reason": "Bad Request",
        "assumptions": [
          "errors.invalid",
          "errors.problem",
          "zaps.page"
        ]
      },
      "401": {
        "mediaType": "application/problem+json",
        "reason": "Unauthorized",
        "assumptions": [
          "auth.none",
          "errors.problem"
        ]
      },
      "429": {
        "mediaType": "application/problem+json",
        "reason": "Too Many Requests",
        "assumptions": [
          "errors.problem",
          "limits.none"
        ]
      }
    }
  },
  "createZap": {
    "id": "createZap",
    "method": "POST",
    "path": "/v1/zaps",
    "tag": "the service",
    "summary": "Create a zap",
    "success": 201,
    "query": {},
    "body": "application/json",
    "example": {
      "body": {
        "name": "Welcome new subscribers",
        "enabled": true
      }
    },
    "problems": {
      "invalid": 400,
      "unauthorized": 401,
      "tooLarge": 413,
      "unsupportedMedia": 415,
      "rateLimited": 429
    },
    "responses": {
      "201": {
        "mediaType": "application/json",
        "reason": "Created",
        "assumptions": [
          "zap.fields",
          "zap.request",
          "zaps.created"
        ]
      },
      "400": {
        "mediaType": "application/problem+json",
        "reason": "Bad Request",
        "assumptions": [
          "errors.invalid",
          "errors.problem",
          "zap.request"
        ]
      },
      "401": {
        "mediaType": "application/problem+json",
        "reason": "Unauthorized",
        "assumptions": [
          "auth.none",
          "errors.problem"
        ]
      },
      "413": {
        "mediaType": "application/problem+json",
        "reason": "Payload Too Large",
        "assumptions": [
          "errors.problem",
          "errors.size"
        ]
      },
      "415": {
        "mediaType": "application/problem+json",
        "reason": "Unsupported Media Type",
        "assumptions": [
          "errors.encoding",
          "errors.media",
          "errors.problem"
        ]
      },
      "429": {
        "mediaType": "application/problem+json",
        "reason": "Too Many Requests",
        "assumptions": [
          "errors.problem",
          "limits.none"
        ]
      }
    },
    "audit": {
      "action": "zap.created",
      "subjectType": "zap"
    }
  },
  "searchAudit": {
    "id": "searchAudit",
    "method": "POST",
    "path": "/v1/audit/search",
    "tag": "Audit",
    "summary": "Search the audit records",
    "success": 200,
    "query": {},
    "body": "application/json",
    "example": {
      "body": {
        "action": "zap.created",
        "limit": 1
      }
    },
    "problems": {
      "invalid": 400,
      "unauthorized": 401,
      "tooLarge": 413,
      "unsupportedMedia": 415,
      "rateLimited": 429
    },
    "responses": {
      "200": {
        "mediaType": "application/json",
        "reason": "OK",
        "assumptions": [
          "audit.page",
          "audit.query",
          "audit.record",
          "audit.trail"
        ]
      },
      "400": {
        "mediaType": "application/problem+json",
        "reason": "Bad Request",
        "assumptions": [
          "audit.query",
          "errors.invalid",
          "errors.problem"
        ]
      },
      "401": {
        "mediaType": "application/problem+json",
        "reason": "Unauthorized",
        "assumptions": [
          "auth.none",
          "errors.problem"
        ]
      },
      "413": {
        "mediaType": "application/problem+json",
        "reason": "Payload Too Large",
        "assumptions": [
          "errors.problem",
          "errors.size"
        ]
      },
      "415": {
        "mediaType": "application/problem+json",
        "reason": "Unsupported Media Type",
        "assumptions": [
          "errors.encoding",
          "errors.media",
          "errors.problem"
        ]
      },
      "429": {
        "mediaType": "application/problem+json",
        "reason": "Too Many Requests",
        "assumptions": [
          "errors.problem",
          "limits.none"
        ]
      }
    }
  },
  "getMetrics": {
    "id": "getMetrics",
    "method": "GET",
    "path": "/metrics",
    "tag": "Metrics",
    "summary": "Read metrics",
    "success": 200,
    "query": {},
    "body": null,
    "example": {},
    "problems": {
      "rateLimited": 429
    },
    "responses": {
      "200": {
        "mediaType": "text/plain; version=0.0.4; charset=utf-8",
        "reason": "OK",
        "assumptions": [
          "metrics.format",
          "metrics.series"
        ]
      },
      "429": {
        "mediaType": "application/problem+json",
        "reason": "Too Many Requests",
        "assumptions": [
          "errors.problem",
          "limits.none"
        ]
      }
    }
  }
} as const;

export const unmatchedResponses = {
  "unknownPath": {
    "status": 404,
    "mediaType": "application/problem+json",
    "reason": "Not Found",
    "assumptions": [
      "errors.problem",
      "errors.unknown"
    ]
  },
  "undefinedMethod": {
    "status": 405,
    "mediaType": "application/problem+json",
    "reason": "Method Not Allowed",
    "assumptions": [
      "errors.method",
      "errors.problem"
    ]
  },
  "head": {
    "assumptions": [
      "methods.head"
    ]
  }
} as const;

export const idPrefixes = {
  "zap": "zap_",
  "command": "cmd_",
  "pipeline": "pipe_",
  "auditRecord": "aud_"
} as const;

export const limits = {
  "maxBytes": 1048576,
  "maxDepth": 128
} as const;

export const metricFamilies = {
  "requests": {
    "name": "http_requests_total",
    "type": "counter",
    "help": "Requests answered, by operation and status."
  },
  "durations": {
    "name": "http_request_duration_seconds",
    "type": "histogram",
    "help": "Time from request to answer, by operation and status.",
    "buckets": [
      0.005,
      0.01,
      0.025,
      0.05,
      0.1,
      0.25,
      0.5,
      1,
      2.5,
      5,
      10
    ]
  },
  "commands": {
    "name": "commands_total",
    "type": "counter",
    "help": "Commands accepted."
  },
  "pipelines": {
    "name": "pipelines_total",
    "type": "counter",
    "help": "Pipelines accepted."
  },
  "zaps": {
    "name": "zaps",
    "type": "gauge",
    "help": "Zaps in the collection."
  },
  "auditRecords": {
    "name": "audit_records",
    "type": "gauge",
    "help": "Audit records kept."
  }
} as const;
