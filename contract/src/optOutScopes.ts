// The scopes of an opt-out. They have their own file, so a page can load them without the schemas of
// optOuts.ts.

/**
 * PROMOTIONAL stops messages of promotional senders, ALL stops every message. The opt-out link stops
 * promotions; STOP and staff stop all.
 */
export const OPT_OUT_SCOPES = ['PROMOTIONAL', 'ALL'] as const;
export type OptOutScope = (typeof OPT_OUT_SCOPES)[number];

/** Reads a scope from a cell of a file, in any case. Returns null if it is neither. */
export function readScope(cell: string): OptOutScope | null {
  const typed = cell.trim().toUpperCase();
  return OPT_OUT_SCOPES.find((scope) => scope === typed) ?? null;
}
