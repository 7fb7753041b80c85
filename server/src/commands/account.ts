// `godwit account …`: what an operator does for a person, from the command line.
import { removeSecondFactor } from '../accounts/secondFactor.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError, type Report } from './report.ts';

/** Turns off the second factor of a person who has lost the app and the recovery codes, and sends them a mail. */
export async function accountUnlock(runtime: Runtime, [email]: string[]): Promise<Report> {
  if (!email) throw new CommandError('Give the e-mail address of the person.');
  const lifted = await removeSecondFactor(runtime, email.trim().toLowerCase());
  if (!lifted) throw new CommandError(`Nobody with a second factor has registered with ${email}.`);
  return {
    text: `The second factor of ${email} is off, and every browser of theirs is signed out.`,
    data: { email, second_factor: false },
  };
}
