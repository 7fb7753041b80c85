// Prints the startup message for the operator.
import { isPracticeMachine } from '../http/address.ts';
import type { Settings } from '../settings.ts';

/** Prints the address, the mailbox and an example call to standard output, beside the log. */
export function welcome(
  settings: Settings,
  { adopted, practice }: { adopted: boolean; practice: boolean },
): void {
  const url = settings.publicUrl.origin;
  const lines = [
    '',
    `  Godwit is at  ${url}`,
    mailLine(settings, url),
    '',
    ...(adopted ? ['  Took over the database that the last process left running.', ''] : []),
    ...(practice
      ? [
          '  PRACTICE: no CARRIERS_FILE is set, so LIVE messages go to the built-in simulator. No phone gets them.',
          '',
        ]
      : []),
    ...(settings.stripeSecretKey === null && isPracticeMachine(settings)
      ? [
          '  PRACTICE: no STRIPE_SECRET_KEY is set, so cards are paid at a practice checkout. No money moves.',
          '',
        ]
      : []),
    '  Sign up, create a project, and copy a first request from /api, or with its id and test key from Settings:',
    '',
    `  curl ${url}/v1/messages -u PROJECT_ID:TEST_KEY -d to=+94770000001 -d from=SANDBOX -d body=Hello`,
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function mailLine(settings: Settings, url: string): string {
  if (settings.smtpUrl !== null) return '  Mails go out through the mail server.';
  return isPracticeMachine(settings)
    ? `  Mails are at  ${url}/dev/mailbox`
    : '  Mails are kept and not sent: set SMTP_URL and MAIL_FROM.';
}
