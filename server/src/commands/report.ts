// What a command says: a text for people, the same as data for machines (--json), and how it ends.

/** `data` is what --json prints; `failed` makes the command exit with 1. */
export type Report = { text: string; data: Record<string, unknown>; failed?: boolean };

/** A command that was called wrongly or cannot do what was asked; the message says what to do. */
export class CommandError extends Error {}
