/** A document of another service. */
const LIBRARY = `openapi: 3.1.0
info: { title: Library, version: "1" }
paths:
  /books:
    get:
      operationId: listBooks
      x-assumption: books.listed
      parameters:
        - { name: limit, in: query, x-role: query.limit, schema: { type: integer, maximum: 50 } }
      responses:
        "200":
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Book" } } } }
        "400": { content: { application/problem+json: { schema: { type: object } } } }
    post:
      operationId: createBook
      requestBody:
        content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } }
      responses:
        "201":
          content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } }
        "400": { content: { application/problem+json: { schema: { type: object } } } }
  /shelves:
    get:
      operationId: listShelves
      responses:
        "200":
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Shelf" } } } }
components:
  schemas:
    Book:
      type: object
      required: [id, title]
      properties:
        id: { type: integer, x-role: book.id }
        title: { type: string }
    Shelf:
      type: object
      required: [id]
      properties:
        id: { type: integer, x-role: shelf.id }
`;

/** Replaces each occurrence. */
export type Edit = readonly [from: string, to: string];

/** Changes the schema of the books. */
export const RENAMED: Edit = ["title", "name"];

/** Returns the document after the edits. */
export const editLibrary = (...edits: readonly Edit[]): string =>
	edits.reduce((text, [from, to]) => text.replaceAll(from, to), LIBRARY);
