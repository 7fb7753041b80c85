// The reason that an operator gives for a change: the rules of the staff console.
import { decisionReason } from '@godwit/contract/staff/accounts';
import { CommandError } from './report.ts';

/** Joins the words of a reason. Throws if the staff console would not take it. */
export function requireReason(words: readonly string[]): string {
  const { data, error } = decisionReason.safeParse(words.join(' '));
  if (error)
    throw new CommandError(`${error.issues[0]!.message}. It goes after the name, into the audit log.`);
  return data;
}
