import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AppError } from '../../core/errors.ts';

/**
 * What a call of an MCP tool comes to: the structured content where the tool declares an outputSchema, else the text
 * where there is only text, else the content blocks as they are.
 * @throws AppError TOOL_EXECUTION_FAILED with the server's text for `isError`, and where promised content is missing.
 */
export function readToolResult(result: CallToolResult, name: string, isStructured: boolean): unknown {
  if (result.isError === true) {
    const text = textOf(result.content) ?? JSON.stringify(result.content);
    throw new AppError(
      'TOOL_EXECUTION_FAILED',
      text === '' ? `The MCP tool "${name}" failed without a word.` : text,
    );
  }
  if (!isStructured) return textOf(result.content) ?? { content: result.content };
  if (result.structuredContent !== undefined) return result.structuredContent;
  throw new AppError(
    'TOOL_EXECUTION_FAILED',
    `The MCP tool "${name}" declares an outputSchema but returned no structuredContent.`,
  );
}

function textOf(content: CallToolResult['content']): string | undefined {
  const texts: string[] = [];
  for (const block of content) {
    if (block.type !== 'text') return undefined;
    texts.push(block.text);
  }
  return texts.join('\n');
}
