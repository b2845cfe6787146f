// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.

export const responseElements = {
  "getHealth": {
    "200": {
      "status": [
        "health.body"
      ],
      "contentType": [
        "health.body"
      ],
      "headers": {},
      "body": {
        "$": [
          "health.body"
        ],
        "$.status": [
          "health.body"
        ]
      }
    },
    "429": {
      "status": [
        "limits.none"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "retry-after": [
          "limits.none"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "503": {
      "status": [
        "health.unavailable"
      ],
      "contentType": [
        "health.unavailable"
      ],
      "headers": {},
      "body": {
        "$": [
          "health.unavailable"
        ],
        "$.status": [
          "health.unavailable"
        ]
      }
    }
  },
  "submitCommand": {
    "202": {
      "status": [
        "command.receipt"
      ],
      "contentType": [
        "command.receipt"
      ],
      "headers": {},
      "body": {
        "$": [
          "command.receipt"
        ],
        "$.id": [
          "command.receipt"
        ],
        "$.command": [
          "command.receipt"
        ],
        "$.args": [
          "command.receipt"
        ],
        "$.status": [
          "command.receipt"
        ],
        "$.acceptedAt": [
          "command.receipt"
        ]
      }
    },
    "400": {
      "status": [
        "errors.invalid"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {},
      "body": {
        "$": [
          "errors.problem",
          "errors.invalid"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ],
        "$.errors": [
          "errors.invalid"
        ],
        "$.errors[*]": [
          "errors.invalid"
        ],
        "$.errors[*].pointer": [
          "errors.invalid"
        ],
        "$.errors[*].detail": [
          "errors.invalid"
        ],
        "$.errors[*].parameter": [
          "errors.invalid"
        ]
      }
    },
    "401": {
      "status": [
        "auth.none"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "www-authenticate": [
          "auth.none"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "413": {
      "status": [
        "errors.size"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {},
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "415": {
      "status": [
        "errors.media",
        "errors.encoding"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "accept-encoding": [
          "errors.encoding"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "429": {
      "status": [
        "limits.none"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "retry-after": [
          "limits.none"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    }
  },
  "submitPipeline": {
    "202": {
      "status": [
        "pipeline.receipt"
      ],
      "contentType": [
        "pipeline.receipt"
      ],
      "headers": {},
      "body": {
        "$": [
          "pipeline.receipt"
        ],
        "$.id": [
          "pipeline.receipt"
        ],
        "$.status": [
          "pipeline.receipt"
        ],
        "$.acceptedAt": [
          "pipeline.receipt"
        ],
        "$.steps": [
          "pipeline.receipt"
        ],
        "$.steps[*]": [
          "pipeline.receipt"
        ],
        "$.steps[*].id": [
          "pipeline.receipt"
        ],
        "$.steps[*].command": [
          "pipeline.receipt"
        ],
        "$.steps[*].args": [
          "pipeline.receipt"
        ],
        "$.steps[*].status": [
          "pipeline.receipt"
        ]
      }
    },
    "400": {
      "status": [
        "errors.invalid"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {},
      "body": {
        "$": [
          "errors.problem",
          "errors.invalid"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ],
        "$.errors": [
          "errors.invalid"
        ],
        "$.errors[*]": [
          "errors.invalid"
        ],
        "$.errors[*].pointer": [
          "errors.invalid"
        ],
        "$.errors[*].detail": [
          "errors.invalid"
        ],
        "$.errors[*].parameter": [
          "errors.invalid"
        ]
      }
    },
    "401": {
      "status": [
        "auth.none"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "www-authenticate": [
          "auth.none"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "413": {
      "status": [
        "errors.size"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {},
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "415": {
      "status": [
        "errors.media",
        "errors.encoding"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "accept-encoding": [
          "errors.encoding"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "429": {
      "status": [
        "limits.none"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "retry-after": [
          "limits.none"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    }
  },
  "listZaps": {
    "200": {
      "status": [
        "zaps.page"
      ],
      "contentType": [
        "zaps.page"
      ],
      "headers": {},
      "body": {
        "$": [
          "zaps.page"
        ],
        "$.items": [
          "zaps.page"
        ],
        "$.items[*]": [
          "zap.fields"
        ],
        "$.items[*].id": [
          "zap.fields"
        ],
        "$.items[*].name": [
          "zap.fields"
        ],
        "$.items[*].createdAt": [
          "zap.fields"
        ],
        "$.nextCursor": [
          "zaps.page"
        ]
      }
    },
    "400": {
      "status": [
        "errors.invalid"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {},
      "body": {
        "$": [
          "errors.problem",
          "errors.invalid"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ],
        "$.errors": [
          "errors.invalid"
        ],
        "$.errors[*]": [
          "errors.invalid"
        ],
        "$.errors[*].pointer": [
          "errors.invalid"
        ],
        "$.errors[*].detail": [
          "errors.invalid"
        ],
        "$.errors[*].parameter": [
          "errors.invalid"
        ]
      }
    },
    "401": {
      "status": [
        "auth.none"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "www-authenticate": [
          "auth.none"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "429": {
      "status": [
        "limits.none"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "retry-after": [
          "limits.none"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    }
  },
  "createZap": {
    "201": {
      "status": [
        "zaps.created"
      ],
      "contentType": [
        "zaps.created"
      ],
      "headers": {},
      "body": {
        "$": [
          "zap.fields"
        ],
        "$.id": [
          "zap.fields"
        ],
        "$.name": [
          "zap.fields"
        ],
        "$.createdAt": [
          "zap.fields"
        ]
      }
    },
    "400": {
      "status": [
        "errors.invalid"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {},
      "body": {
        "$": [
          "errors.problem",
          "errors.invalid"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ],
        "$.errors": [
          "errors.invalid"
        ],
        "$.errors[*]": [
          "errors.invalid"
        ],
        "$.errors[*].pointer": [
          "errors.invalid"
        ],
        "$.errors[*].detail": [
          "errors.invalid"
        ],
        "$.errors[*].parameter": [
          "errors.invalid"
        ]
      }
    },
    "401": {
      "status": [
        "auth.none"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "www-authenticate": [
          "auth.none"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "413": {
      "status": [
        "errors.size"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {},
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "415": {
      "status": [
        "errors.media",
        "errors.encoding"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "accept-encoding": [
          "errors.encoding"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "429": {
      "status": [
        "limits.none"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "retry-after": [
          "limits.none"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    }
  },
  "searchAudit": {
    "200": {
      "status": [
        "audit.page"
      ],
      "contentType": [
        "audit.page"
      ],
      "headers": {},
      "body": {
        "$": [
          "audit.page"
        ],
        "$.items": [
          "audit.page",
          "audit.trail"
        ],
        "$.items[*]": [
          "audit.record"
        ],
        "$.items[*].id": [
          "audit.record"
        ],
        "$.items[*].at": [
          "audit.record"
        ],
        "$.items[*].action": [
          "audit.record"
        ],
        "$.items[*].subject": [
          "audit.record"
        ],
        "$.items[*].subject.type": [
          "audit.record"
        ],
        "$.items[*].subject.id": [
          "audit.record"
        ],
        "$.items[*].detail": [
          "audit.record"
        ],
        "$.items[*].detail.name": [
          "audit.record"
        ],
        "$.items[*].detail.command": [
          "audit.record"
        ],
        "$.items[*].detail.steps": [
          "audit.record"
        ],
        "$.nextCursor": [
          "audit.page"
        ]
      }
    },
    "400": {
      "status": [
        "errors.invalid"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {},
      "body": {
        "$": [
          "errors.problem",
          "errors.invalid"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ],
        "$.errors": [
          "errors.invalid"
        ],
        "$.errors[*]": [
          "errors.invalid"
        ],
        "$.errors[*].pointer": [
          "errors.invalid"
        ],
        "$.errors[*].detail": [
          "errors.invalid"
        ],
        "$.errors[*].parameter": [
          "errors.invalid"
        ]
      }
    },
    "401": {
      "status": [
        "auth.none"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "www-authenticate": [
          "auth.none"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "413": {
      "status": [
        "errors.size"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {},
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "415": {
      "status": [
        "errors.media",
        "errors.encoding"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "accept-encoding": [
          "errors.encoding"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    },
    "429": {
      "status": [
        "limits.none"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "retry-after": [
          "limits.none"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    }
  },
  "getMetrics": {
    "200": {
      "status": [
        "metrics.format"
      ],
      "contentType": [
        "metrics.format"
      ],
      "headers": {},
      "body": {
        "$": [
          "metrics.format",
          "metrics.series"
        ]
      }
    },
    "429": {
      "status": [
        "limits.none"
      ],
      "contentType": [
        "errors.problem"
      ],
      "headers": {
        "retry-after": [
          "limits.none"
        ]
      },
      "body": {
        "$": [
          "errors.problem"
        ],
        "$.type": [
          "errors.problem"
        ],
        "$.title": [
          "errors.problem"
        ],
        "$.status": [
          "errors.problem"
        ],
        "$.detail": [
          "errors.problem"
        ]
      }
    }
  }
} as const;

export const unmatchedElements = {
  "404": {
    "status": [
      "errors.unknown"
    ],
    "contentType": [
      "errors.problem"
    ],
    "headers": {},
    "body": {
      "$": [
        "errors.problem"
      ],
      "$.type": [
        "errors.problem"
      ],
      "$.title": [
        "errors.problem"
      ],
      "$.status": [
        "errors.problem"
      ],
      "$.detail": [
        "errors.problem"
      ]
    }
  },
  "405": {
    "status": [
      "errors.method"
    ],
    "contentType": [
      "errors.problem"
    ],
    "headers": {
      "allow": [
        "errors.method"
      ]
    },
    "body": {
      "$": [
        "errors.problem"
      ],
      "$.type": [
        "errors.problem"
      ],
      "$.title": [
        "errors.problem"
      ],
      "$.status": [
        "errors.problem"
      ],
      "$.detail": [
        "errors.problem"
      ]
    }
  }
} as const;

export const requestElements = {
  "getHealth": [],
  "submitCommand": [
    "command.request"
  ],
  "submitPipeline": [
    "pipeline.request"
  ],
  "listZaps": [
    "zaps.page"
  ],
  "createZap": [
    "zap.request"
  ],
  "searchAudit": [
    "audit.query"
  ],
  "getMetrics": []
} as const;
