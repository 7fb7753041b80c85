// `godwit account …`: actions an operator takes for a person.
import { removeSecondFactor } from '../accounts/signIn/secondFactor.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError, type Report } from './report.ts';

/** Turns off the second factor of a person who lost the app and the recovery codes, and mails them. */
export async function accountUnlock(runtime: Runtime, [email]: string[]): Promise<Report> {
  if (!email) throw new CommandError('Give the e-mail address of the person.');
  const lifted = await removeSecondFactor(runtime, email.trim().toLowerCase());
  if (!lifted) throw new CommandError(`Nobody with a second factor has registered with ${email}.`);
  return {
    text: `The second factor of ${email} is off, and every browser of theirs is signed out.`,
    data: { email, second_factor: false },
  };
}
