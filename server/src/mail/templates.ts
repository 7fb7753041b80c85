// The words of every mail. None holds what strangers typed: a person who registers a victim's address must not choose what it is sent.
// What people of the same team typed, such as a project's name, is never part of a subject.
import { html } from './html.ts';

/** A mail but for its recipient; `text` and `html` say the same. */
export type Words = { subject: string; text: string; html: string };

/** The mail that proves an address; `link` works for `hours`. */
export function activationMail({ link, hours }: { link: string; hours: number }): Words {
  return letter('Verify your email address', [
    'Welcome to Godwit.',
    { text: 'Follow this link to verify your email address', words: 'Verify your email address', href: link },
    `It works once, for ${hours} hours. If you did not register, ignore this mail and do not confirm.`,
  ]);
}

/** The mail with the link to a new password; `link` works for `minutes`. */
export function resetMail({ link, minutes }: { link: string; minutes: number }): Words {
  return letter('Reset your password', [
    'Somebody asked for a new password for your Godwit account.',
    { text: 'Follow this link to choose one', words: 'Choose a new password', href: link },
    `It works once, for ${minutes} minutes. If it was not you, ignore this mail: your password stays as it is.`,
  ]);
}

/** The mail after a password was changed, in case it was not its owner who did. */
export function passwordChangedMail({ publicUrl }: { publicUrl: URL }): Words {
  return letter('Your password was changed', [
    'The password of your Godwit account was changed, and every other browser was signed out.',
    'If it was not you, somebody can read your mail: secure your mailbox, then choose another password.',
    { words: 'Choose another password', href: new URL('/forgot-password', publicUrl).href },
  ]);
}

/** The mail after a second factor was turned on or off. */
export function secondFactorMail({ on, publicUrl }: { on: boolean; publicUrl: URL }): Words {
  const state = on ? 'on' : 'off';
  return letter(`Your second factor was turned ${state}`, [
    on
      ? 'Signing in to your Godwit account now needs a code of your authenticator app too. Every other browser was signed out.'
      : 'Signing in to your Godwit account needs no code of an authenticator app any more. Every other browser was signed out.',
    'If it was not you, choose another password at once.',
    { words: 'Choose another password', href: new URL('/forgot-password', publicUrl).href },
  ]);
}

/** The mail to a project's owners and admins about a replaced API key. */
export function keyReplacedMail({ project, mode }: { project: string; mode: 'LIVE' | 'TEST' }): Words {
  const kind = mode === 'LIVE' ? 'live' : 'test';
  return letter(`A ${kind} API key was replaced`, [
    `The ${kind} API key of the project ${project} was replaced. The old one does not work any more.`,
    'If nobody of your team did this, look at who is in it, and at what the project has sent.',
  ]);
}

/** The mail about another daily limit; null for none. */
export function limitChangedMail({ project, limit }: { project: string; limit: string | null }): Words {
  return letter('A daily limit was changed', [
    limit === null
      ? `The project ${project} has no daily limit any more.`
      : `The daily limit of the project ${project} is now ${limit}.`,
    'If nobody of your team did this, look at who is in it, and at what the project has sent.',
  ]);
}

/** The mail that warns of a daily limit; `spent` and `limit` with their currency. */
export function limitWarningMail({
  project,
  percent,
  spent,
  limit,
  day,
}: Record<'project' | 'spent' | 'limit' | 'day', string> & { percent: number }): Words {
  return letter(`A project has reached ${percent}% of its daily limit`, [
    `The project ${project} has spent ${spent} of its daily limit of ${limit} on ${day}.`,
    'At the limit its messages are refused until the next day begins. Owners and admins can change it in the project\u2019s settings.',
  ]);
}

/** The mail that invites to a team. It names the inviter by an address that is proved, and nothing they typed. */
export function invitationMail(asked: { inviter: string; link: string; days: number }): Words {
  return letter('You are invited to a team on Godwit', [
    `${asked.inviter} invites you to their team on Godwit.`,
    { words: 'See the team and join it', href: asked.link },
    `It works once, for ${asked.days} days. If you do not know who this is, ignore this mail.`,
  ]);
}

/** A link; `text` is what stands before its address where that differs from the words of the link. */
type Link = { text?: string; words: string; href: string };

/** A mail of paragraphs, each a text or a link. */
export function letter(subject: string, paragraphs: (string | Link)[]): Words {
  const texts = paragraphs.map((part) =>
    typeof part === 'string' ? part : `${part.text ?? part.words}:\n${part.href}`,
  );
  const htmls = paragraphs.map((part) =>
    typeof part === 'string'
      ? html`<p>${part}</p>\n`
      : html`<p><a href="${part.href}">${part.words}</a></p>\n`,
  );
  return { subject, text: `${texts.join('\n\n')}\n`, html: htmls.join('') };
}
