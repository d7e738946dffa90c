import type { InputOf, OutputOf, SchemaSource } from '../schema/schema.ts';

export type { CallTool, ToolCallRequest } from '../tool/call-tool.ts';

/** The type that a schema lets in, or `unknown` where there is no schema. */
export type InputOfSource<Source> = Source extends SchemaSource ? InputOf<Source> : unknown;

/** The type that a schema gives, or `unknown` where there is no schema. */
export type OutputOfSource<Source> = Source extends SchemaSource ? OutputOf<Source> : unknown;
