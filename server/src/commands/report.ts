// A command's result: text for people, the same data for machines (--json), and the exit code.

/** `data` is what --json prints; `failed` makes the command exit with 1. */
export type Report = { text: string; data: Record<string, unknown>; failed?: boolean };

/** The result of one of doctor's checks. `says` has the remedy if it is not ok. */
export type Finding = { ok: boolean; says: string };

/** An invalid command line or an impossible request; the message gives the remedy. */
export class CommandError extends Error {}
