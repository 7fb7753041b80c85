// The parts that all tools share.
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Godwit } from '../../typescript/src/index.ts';
import type { DryRuns } from './dryRuns.ts';

/** The server that gets the tools, its client, and the dry runs of its session. */
export type Tools = {
  server: McpServer;
  /** Returns the client once its key is allowed. */
  client: () => Promise<Godwit>;
  dryRuns: DryRuns;
};

/** A refusal by this server; the message says why, and what to do. */
export class RefusedError extends Error {}

export const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;
/** Adds data of the team; nothing is sent. */
export const ADDS = {
  ...{ readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const;
/** Changes or removes what was there; nothing is sent. */
export const CHANGES = { ...ADDS, destructiveHint: true } as const;
export const SENDS = {
  ...{ readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
} as const;

/** The cursor of a list. */
export const CURSOR = {
  after: z.string().optional().describe('The `next` of the answer before, to read on.'),
  limit: z.number().int().min(1).max(100).optional().describe('1 to 100, by default 25.'),
};
export const NUMBER = z.string().min(1).describe('A number such as +94771234567.');

/** Makes the result of a tool; an error becomes a text that the assistant can act on. */
export async function answered(make: () => Promise<object>) {
  try {
    return { content: [{ type: 'text' as const, text: JSON.stringify(await make(), null, 1) }] };
  } catch (error) {
    return { isError: true, content: [{ type: 'text' as const, text: (error as Error).message }] };
  }
}

/** The answer of a list with each row marked. */
export const marked = <Row>(
  { results, ...rest }: { results: Row[]; next?: string | null },
  mark: (row: Row) => object,
): object => ({ ...rest, results: results.map(mark) });
