// The words of every mail, in English.
import { dayIn, letter, type Mails } from '../letter.ts';

const LOOK = 'If nobody of your team did this, look at who is in it, and at what the project has sent.';

export const en: Mails = {
  activation: ({ link, hours }) =>
    letter('Verify your email address', [
      'Welcome to Godwit.',
      {
        text: 'Follow this link to verify your email address',
        words: 'Verify your email address',
        href: link,
      },
      `It works once, for ${hours} hours. If you did not register, ignore this mail and do not confirm.`,
    ]),
  reset: ({ link, minutes }) =>
    letter('Reset your password', [
      'Somebody asked for a new password for your Godwit account.',
      { text: 'Follow this link to choose one', words: 'Choose a new password', href: link },
      `It works once, for ${minutes} minutes. If it was not you, ignore this mail: your password stays as it is.`,
    ]),
  passwordChanged: ({ link }) =>
    letter('Your password was changed', [
      'The password of your Godwit account was changed, and every other browser was signed out.',
      'If it was not you, somebody can read your mail: secure your mailbox, then choose another password.',
      { words: 'Choose another password', href: link },
    ]),
  secondFactor: ({ on, link }) =>
    letter(`Your second factor was turned ${on ? 'on' : 'off'}`, [
      on
        ? 'Signing in to your Godwit account now needs a code of your authenticator app too. Every other browser was signed out.'
        : 'Signing in to your Godwit account needs no code of an authenticator app any more. Every other browser was signed out.',
      'If it was not you, choose another password at once.',
      { words: 'Choose another password', href: link },
    ]),
  keyReplaced: ({ project, mode }) => {
    const kind = mode === 'LIVE' ? 'live' : 'test';
    return letter(`A ${kind} API key was replaced`, [
      `The ${kind} API key of the project ${project} was replaced. The old one does not work any more.`,
      LOOK,
    ]);
  },
  limitChanged: ({ project, limit }) =>
    letter('A daily limit was changed', [
      limit === null
        ? `The project ${project} has no daily limit any more.`
        : `The daily limit of the project ${project} is now ${limit}.`,
      LOOK,
    ]),
  limitWarning: ({ project, percent, spent, limit, day }) =>
    letter(`A project has reached ${percent}% of its daily limit`, [
      `The project ${project} has spent ${spent} of its daily limit of ${limit} on ${dayIn('en', day)}.`,
      'At the limit its messages are refused until the next day begins. Owners and admins can change it in the project\u2019s settings.',
    ]),
  invitation: ({ inviter, link, days }) =>
    letter('You are invited to a team on Godwit', [
      `${inviter} invites you to their team on Godwit.`,
      { words: 'See the team and join it', href: link },
      `It works once, for ${days} days. If you do not know who this is, ignore this mail.`,
    ]),
  verified: ({ link }) =>
    letter('Your identity is verified', [
      'Your identity is verified. Your team can now switch to LIVE and send SMS.',
      { words: 'Go to Home', href: link },
    ]),
  verificationRejected: ({ reason, link }) =>
    letter('Your verification request was not approved', [
      'Your identity could not be verified with the documents you sent.',
      `Reason: ${reason}`,
      'You can send other documents at any time.',
      { words: 'Request Verification', href: link },
    ]),
  verificationWithdrawn: ({ reason, link }) =>
    letter('Your verification was withdrawn', [
      'Your team is no longer verified. LIVE messages are refused from now on, scheduled ones are not sent and are refunded.',
      `Reason: ${reason}`,
      'You can request verification again.',
      { words: 'Request Verification', href: link },
    ]),
  senderApproved: ({ sender, link }) =>
    letter(`Sender ID ${sender} is approved`, [
      `Your project can now send messages from ${sender}.`,
      { words: 'Send SMS', href: link },
    ]),
  senderRejected: ({ sender, reason, link }) =>
    letter(`Sender ID ${sender} was not approved`, [
      `Your request for the sender ID ${sender} was not approved.`,
      `Reason: ${reason}`,
      'You can request another one.',
      { words: 'Request a Sender ID', href: link },
    ]),
};
