// `godwit account …`: what an operator does for a person, from the command line.
import { liftSecondFactor } from '../accounts/secondFactor.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError, type Report } from './report.ts';

/** Turns off the second factor of somebody who has lost the app and the recovery codes; they are told by mail. */
export async function accountUnlock(runtime: Runtime, [email]: string[]): Promise<Report> {
  if (!email) throw new CommandError('Give the e-mail address of the person.');
  const lifted = await liftSecondFactor(runtime, email.trim().toLowerCase());
  if (!lifted) throw new CommandError(`Nobody with a second factor has registered with ${email}.`);
  return {
    text: `The second factor of ${email} is off, and every browser of theirs is signed out.`,
    data: { email, second_factor: false },
  };
}
