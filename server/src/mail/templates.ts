// The words of every mail. None holds what strangers typed: whoever registers a victim's address must not choose what it is sent.
import { html } from './html.ts';

/** A mail but for its recipient; `text` and `html` say the same. */
export type Words = { subject: string; text: string; html: string };

/** The mail that proves an address; `link` works for `hours`. */
export function activationMail({ link, hours }: { link: string; hours: number }): Words {
  return {
    subject: 'Verify your email address',
    text: [
      'Welcome to Godwit.',
      '',
      'Follow this link to verify your email address:',
      link,
      '',
      `It works once, for ${hours} hours. If you did not register, ignore this mail.`,
      '',
    ].join('\n'),
    html: html`<p>Welcome to Godwit.</p>
<p><a href="${link}">Verify your email address</a></p>
<p>The link works once, for ${hours} hours. If you did not register, ignore this mail.</p>
`,
  };
}

/** The mail with the link to a new password; `link` works for `minutes`. */
export function resetMail({ link, minutes }: { link: string; minutes: number }): Words {
  return {
    subject: 'Reset your password',
    text: [
      'Somebody asked for a new password for your Godwit account.',
      '',
      'Follow this link to choose one:',
      link,
      '',
      `It works once, for ${minutes} minutes. If it was not you, ignore this mail: your password stays as it is.`,
      '',
    ].join('\n'),
    html: html`<p>Somebody asked for a new password for your Godwit account.</p>
<p><a href="${link}">Choose a new password</a></p>
<p>The link works once, for ${minutes} minutes. If it was not you, ignore this mail: your password stays as it is.</p>
`,
  };
}

/** The mail that tells of a changed password, in case it was not its owner who did. */
export function passwordChangedMail({ publicUrl }: { publicUrl: URL }): Words {
  const link = new URL('/forgot-password', publicUrl).href;
  return {
    subject: 'Your password was changed',
    text: [
      'The password of your Godwit account was changed, and every browser that was signed in with the old one was signed out.',
      '',
      'If it was not you, somebody can read your mail: secure your mailbox, then choose another password here:',
      link,
      '',
    ].join('\n'),
    html: html`<p>The password of your Godwit account was changed, and every browser that was signed in with the old one was signed out.</p>
<p>If it was not you, somebody can read your mail: secure your mailbox, then <a href="${link}">choose another password</a>.</p>
`,
  };
}
