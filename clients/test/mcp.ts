// The real MCP client, connected to godwit-mcp.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll } from 'vitest';
import { olderNode } from './drivers.ts';

/** The result of a tool: its text, and the object in it. */
// biome-ignore lint/suspicious/noExplicitAny: each tool returns another type, and each test checks its own
export type ToolResult = { isError: boolean; text: string; value: any };
export type CallTool = (name: string, args?: Record<string, unknown>) => Promise<ToolResult>;

/** Starts the program and connects; it ends after the file's last test. */
export async function openMcp(
  program: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: olderNode(), args: [program, ...args], env }));
  afterAll(() => client.close());
  return client;
}

/** Returns a function that calls a tool of a connected program. */
export const toolsOf =
  (client: Client): CallTool =>
  async (name, args = {}) => {
    const { isError = false, content } = await client.callTool({ name, arguments: args });
    const { text } = (content as { text: string }[])[0]!;
    return { isError, text, value: isError ? null : JSON.parse(text) };
  };
