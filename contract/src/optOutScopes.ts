// The scopes of an opt-out, apart from the lists of opt-outs: for pages that need only the words.

/**
 * PROMOTIONAL stops the messages of promotional senders, ALL stops every message. The link stops promotions,
 * STOP and staff stop all.
 */
export const OPT_OUT_SCOPES = ['PROMOTIONAL', 'ALL'] as const;
export type OptOutScope = (typeof OPT_OUT_SCOPES)[number];

/** A scope as a cell of a file has it, in any case; null for anything else. */
export function readScope(cell: string): OptOutScope | null {
  const typed = cell.trim().toUpperCase();
  return OPT_OUT_SCOPES.find((scope) => scope === typed) ?? null;
}
