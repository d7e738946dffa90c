import { readSchema } from './read-schema.ts';
import type { JsonSchemaExport, Schema, SchemaSource } from './schema.ts';

/**
 * The input side of a schema as JSON Schema 2020-12 with its descriptions, as a model sees it. Never throws: what JSON
 * Schema cannot say is left open in `schema` and listed in `unrepresentable` with its path.
 */
export function toJsonSchema(source: SchemaSource | Schema): JsonSchemaExport {
  return readSchema(source).toJsonSchema();
}
