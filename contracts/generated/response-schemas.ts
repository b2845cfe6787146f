// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.

export const responseSchemas = {
  "getHealth 200": {
    "type": "object",
    "required": [
      "status"
    ],
    "properties": {
      "status": {
        "type": "string",
        "const": "ok"
      }
    }
  },
  "getHealth 429": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "getHealth 503": {
    "type": "object",
    "required": [
      "status"
    ],
    "properties": {
      "status": {
        "type": "string",
        "const": "unavailable"
      }
    }
  },
  "submitCommand 202": {
    "type": "object",
    "required": [
      "id",
      "command",
      "status",
      "acceptedAt"
    ],
    "properties": {
      "id": {
        "type": "string",
        "pattern": "^cmd_[0-7][0-9A-HJKMNP-TV-Z]{25}$"
      },
      "command": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200
      },
      "args": {},
      "status": {
        "type": "string",
        "const": "accepted"
      },
      "acceptedAt": {
        "type": "string",
        "format": "date-time",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"
      }
    }
  },
  "submitCommand 400": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail",
      "errors"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      },
      "errors": {
        "type": "array",
        "minItems": 1,
        "items": {
          "anyOf": [
            {
              "type": "object",
              "required": [
                "pointer",
                "detail"
              ],
              "properties": {
                "pointer": {
                  "type": "string",
                  "pattern": "^(/([^~/]|~[01])*)*$"
                },
                "detail": {
                  "type": "string",
                  "minLength": 1
                }
              }
            },
            {
              "type": "object",
              "required": [
                "parameter",
                "detail"
              ],
              "properties": {
                "parameter": {
                  "type": "string",
                  "minLength": 1
                },
                "detail": {
                  "type": "string",
                  "minLength": 1
                }
              }
            }
          ]
        }
      }
    }
  },
  "submitCommand 401": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "submitCommand 413": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "submitCommand 415": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "submitCommand 429": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "submitPipeline 202": {
    "type": "object",
    "required": [
      "id",
      "status",
      "acceptedAt",
      "steps"
    ],
    "properties": {
      "id": {
        "type": "string",
        "pattern": "^pipe_[0-7][0-9A-HJKMNP-TV-Z]{25}$"
      },
      "status": {
        "type": "string",
        "const": "accepted"
      },
      "acceptedAt": {
        "type": "string",
        "format": "date-time",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"
      },
      "steps": {
        "type": "array",
        "minItems": 1,
        "maxItems": 100,
        "items": {
          "type": "object",
          "required": [
            "id",
            "command",
            "status"
          ],
          "properties": {
            "id": {
              "type": "string",
              "pattern": "^cmd_[0-7][0-9A-HJKMNP-TV-Z]{25}$"
            },
            "command": {
              "type": "string",
              "minLength": 1,
              "maxLength": 200
            },
            "args": {},
            "status": {
              "type": "string",
              "const": "accepted"
            }
          }
        }
      }
    }
  },
  "submitPipeline 400": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail",
      "errors"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      },
      "errors": {
        "type": "array",
        "minItems": 1,
        "items": {
          "anyOf": [
            {
              "type": "object",
              "required": [
                "pointer",
                "detail"
              ],
              "properties": {
                "pointer": {
                  "type": "string",
                  "pattern": "^(/([^~/]|~[01])*)*$"
                },
                "detail": {
                  "type": "string",
                  "minLength": 1
                }
              }
            },
            {
              "type": "object",
              "required": [
                "parameter",
                "detail"
              ],
              "properties": {
                "parameter": {
                  "type": "string",
                  "minLength": 1
                },
                "detail": {
                  "type": "string",
                  "minLength": 1
                }
              }
            }
          ]
        }
      }
    }
  },
  "submitPipeline 401": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "submitPipeline 413": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "submitPipeline 415": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "submitPipeline 429": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "listZaps 200": {
    "type": "object",
    "required": [
      "items",
      "nextCursor"
    ],
    "properties": {
      "items": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "id",
            "name",
            "createdAt"
          ],
          "additionalProperties": {},
          "properties": {
            "id": {
              "type": "string",
              "pattern": "^zap_[0-7][0-9A-HJKMNP-TV-Z]{25}$"
            },
            "name": {
              "type": "string",
              "minLength": 1,
              "maxLength": 200
            },
            "createdAt": {
              "type": "string",
              "format": "date-time",
              "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"
            }
          }
        }
      },
      "nextCursor": {
        "type": [
          "string",
          "null"
        ],
        "minLength": 1
      }
    }
  },
  "listZaps 400": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail",
      "errors"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      },
      "errors": {
        "type": "array",
        "minItems": 1,
        "items": {
          "anyOf": [
            {
              "type": "object",
              "required": [
                "pointer",
                "detail"
              ],
              "properties": {
                "pointer": {
                  "type": "string",
                  "pattern": "^(/([^~/]|~[01])*)*$"
                },
                "detail": {
                  "type": "string",
                  "minLength": 1
                }
              }
            },
            {
              "type": "object",
              "required": [
                "parameter",
                "detail"
              ],
              "properties": {
                "parameter": {
                  "type": "string",
                  "minLength": 1
                },
                "detail": {
                  "type": "string",
                  "minLength": 1
                }
              }
            }
          ]
        }
      }
    }
  },
  "listZaps 401": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "listZaps 429": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "createZap 201": {
    "type": "object",
    "required": [
      "id",
      "name",
      "createdAt"
    ],
    "additionalProperties": {},
    "properties": {
      "id": {
        "type": "string",
        "pattern": "^zap_[0-7][0-9A-HJKMNP-TV-Z]{25}$"
      },
      "name": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"
      }
    }
  },
  "createZap 400": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail",
      "errors"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      },
      "errors": {
        "type": "array",
        "minItems": 1,
        "items": {
          "anyOf": [
            {
              "type": "object",
              "required": [
                "pointer",
                "detail"
              ],
              "properties": {
                "pointer": {
                  "type": "string",
                  "pattern": "^(/([^~/]|~[01])*)*$"
                },
                "detail": {
                  "type": "string",
                  "minLength": 1
                }
              }
            },
            {
              "type": "object",
              "required": [
                "parameter",
                "detail"
              ],
              "properties": {
                "parameter": {
                  "type": "string",
                  "minLength": 1
                },
                "detail": {
                  "type": "string",
                  "minLength": 1
                }
              }
            }
          ]
        }
      }
    }
  },
  "createZap 401": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "createZap 413": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "createZap 415": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "createZap 429": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "searchAudit 200": {
    "type": "object",
    "required": [
      "items",
      "nextCursor"
    ],
    "properties": {
      "items": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "id",
            "at",
            "action",
            "subject"
          ],
          "properties": {
            "id": {
              "type": "string",
              "pattern": "^aud_[0-7][0-9A-HJKMNP-TV-Z]{25}$"
            },
            "at": {
              "type": "string",
              "format": "date-time",
              "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"
            },
            "action": {
              "type": "string",
              "minLength": 1
            },
            "subject": {
              "type": "object",
              "required": [
                "type",
                "id"
              ],
              "properties": {
                "type": {
                  "type": "string",
                  "minLength": 1
                },
                "id": {
                  "type": "string",
                  "minLength": 1
                }
              }
            },
            "detail": {
              "type": "object",
              "additionalProperties": {},
              "properties": {
                "name": {
                  "type": "string"
                },
                "command": {
                  "type": "string"
                },
                "steps": {
                  "type": "integer"
                }
              }
            }
          }
        }
      },
      "nextCursor": {
        "type": [
          "string",
          "null"
        ],
        "minLength": 1
      }
    }
  },
  "searchAudit 400": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail",
      "errors"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      },
      "errors": {
        "type": "array",
        "minItems": 1,
        "items": {
          "anyOf": [
            {
              "type": "object",
              "required": [
                "pointer",
                "detail"
              ],
              "properties": {
                "pointer": {
                  "type": "string",
                  "pattern": "^(/([^~/]|~[01])*)*$"
                },
                "detail": {
                  "type": "string",
                  "minLength": 1
                }
              }
            },
            {
              "type": "object",
              "required": [
                "parameter",
                "detail"
              ],
              "properties": {
                "parameter": {
                  "type": "string",
                  "minLength": 1
                },
                "detail": {
                  "type": "string",
                  "minLength": 1
                }
              }
            }
          ]
        }
      }
    }
  },
  "searchAudit 401": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "searchAudit 413": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "searchAudit 415": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "searchAudit 429": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "getMetrics 429": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "unknownPath": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "undefinedMethod": {
    "type": "object",
    "required": [
      "type",
      "title",
      "status",
      "detail"
    ],
    "properties": {
      "type": {
        "type": "string",
        "format": "uri-reference"
      },
      "title": {
        "type": "string",
        "minLength": 1
      },
      "status": {
        "type": "integer",
        "minimum": 400,
        "maximum": 599
      },
      "detail": {
        "type": "string",
        "minLength": 1
      }
    }
  }
} as const;
