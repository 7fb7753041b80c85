// English texts of every mail.
import { UNVERIFIED_SENDER } from '@godwit/contract/senders';
import {
  countryIn,
  dayIn,
  letter,
  type Mails,
  type NextTurn,
  type SignOnChange,
  type WaitingRegister,
} from '../letter.ts';

const LOOK = 'If nobody in your team did this, check who is in the team and what the project has sent.';
const CHARGED =
  'The messages are charged. Those that are not released within a day expire, and their cost goes back to your balance.';

/** The classes of sender ids, and what applies to each. */
const CLASSES = {
  TRANSACTIONAL: 'Transactional',
  SERVICE: 'Service',
  PROMOTIONAL: 'Promotional',
};
const CLASS_RULES = {
  TRANSACTIONAL: 'It is for codes and confirmations, never for offers.',
  SERVICE: 'It is for notices to your customers, and cannot send login codes.',
  PROMOTIONAL:
    'Each message ends with an opt-out link, is not sent to people who opted out of advertising, and cannot carry login codes.',
};

/** The next step of a registration, by the side that acts. */
const NEXT: Record<NextTurn, string> = {
  OWNER: 'It is your turn: the page with your sender IDs says what is missing.',
  US: 'It is our turn. We will email you when the register has decided.',
  REGISTER: 'The register decides. If it writes to the owner of the name, confirm the name there.',
  NOBODY:
    'Nobody has requested its registration there yet. Request the sender ID again and choose the country.',
};

/** The registers that do not hold a name yet, with the next step. */
const waitingFor = ({ country, networks, otherwise, turn }: WaitingRegister): string => {
  const place = countryIn('en', country, networks.join(', ') || null);
  const effect =
    otherwise === 'STAMP'
      ? `Recipients in ${place} see “${UNVERIFIED_SENDER}” until the register there has the name.`
      : `Messages from it to ${place} are not sent until the register there has the name.`;
  return `${effect} ${NEXT[turn]}`;
};

export const en: Mails = {
  activation: ({ link, hours }) =>
    letter('Verify your email address', [
      'Welcome to Godwit.',
      {
        text: 'Follow this link to verify your email address',
        words: 'Verify your email address',
        href: link,
      },
      `The link works once, within ${hours} hours. If you did not sign up to Godwit, ignore this email and do not confirm.`,
    ]),
  reset: ({ link, minutes }) =>
    letter('Reset your password', [
      'We were asked for a new password for your Godwit account.',
      { text: 'Follow this link to choose one', words: 'Choose a new password', href: link },
      `The link works once, within ${minutes} minutes. If it was not you who asked, ignore this email: your password stays as it is.`,
    ]),
  passwordChanged: ({ link }) =>
    letter('Your password was changed', [
      'The password of your Godwit account was changed, and you were signed out in every other browser.',
      'If it was not you, someone else may be able to read your email: secure your email account first, then choose another password.',
      { words: 'Choose another password', href: link },
    ]),
  secondFactor: ({ on, link }) =>
    letter(`Your second factor was turned ${on ? 'on' : 'off'}`, [
      on
        ? 'To sign in to your Godwit account you now also need a code from your authenticator app. You were signed out in every other browser.'
        : 'To sign in to your Godwit account you no longer need a code from your authenticator app. You were signed out in every other browser.',
      'If it was not you, choose another password at once.',
      { words: 'Choose another password', href: link },
    ]),
  keyReplaced: ({ project, mode }) => {
    const kind = mode === 'LIVE' ? 'live' : 'test';
    return letter(`A ${kind} API key was replaced`, [
      `The ${kind} API key of the project ${project} was replaced. The old one no longer works.`,
      LOOK,
    ]);
  },
  namedKeyChanged: ({ project, key, mode, change }) => {
    const { done, next } = {
      CREATED: { done: 'created', next: 'Programs that have it can use the API within its scopes.' },
      ROTATED: {
        done: 'rotated',
        next: 'A new key now has this name. The old key stops working at the end of the overlap, or at once without one.',
      },
      REVOKED: { done: 'revoked', next: 'It no longer works.' },
    }[change];
    return letter(`An API key was ${done} (${mode})`, [
      `The API key ${key} of the project ${project} was ${done}. ${next}`,
      LOOK,
    ]);
  },
  smppAccountMade: ({ project, account, mode }) =>
    letter(`An SMPP account was made (${mode})`, [
      `The project ${project} has a new SMPP account, ${account}. Programs that have its password can send messages from the project.`,
      LOOK,
    ]),
  smppAccountRevoked: ({ project, account, mode }) =>
    letter(`An SMPP account was revoked (${mode})`, [
      `The SMPP account ${account} of the project ${project} was revoked. It can no longer bind.`,
      LOOK,
    ]),
  limitChanged: ({ project, limit }) =>
    letter('A daily limit was changed', [
      limit === null
        ? `The project ${project} no longer has a daily limit.`
        : `The daily limit of the project ${project} is now ${limit}.`,
      LOOK,
    ]),
  limitWarning: ({ project, percent, spent, limit, day }) =>
    letter(`A project has reached ${percent}% of its daily limit`, [
      `The project ${project} has spent ${spent} of its daily limit of ${limit} on ${dayIn('en', day)}.`,
      'Once it reaches the limit, its messages are refused until the next day begins. Owners and admins can change the limit in the project\u2019s settings.',
    ]),
  signOnChanged: ({ person, change, link }) =>
    letter('Your team’s single sign-on was changed', [
      describeSignOnChange(person, change),
      'If this is not what your team wants, look at the settings and at who is an owner.',
      { words: 'Open the settings', href: link },
    ]),
  domainMissing: ({ domain, days, link }) =>
    letter('The record of your email domain is missing', [
      `The TXT record that proves the email domain ${domain} was not found. Add it again within ${days} days: after that the domain is no longer proven, and people with an email of it can no longer sign in by single sign-on.`,
      { words: 'Open the settings', href: link },
    ]),
  joinedBySignOn: ({ person, role, link }) =>
    letter('Someone joined your team', [
      `${person} joined your team by single sign-on, with the role ${role}.`,
      'If they should not be in it, remove them, and look at the settings of single sign-on.',
      { words: 'Open the team', href: link },
    ]),
  signOnLinked: ({ provider, link }) =>
    letter('You were signed in by single sign-on', [
      `${provider} signed you in to your Godwit account by single sign-on, for the first time. Such a sign-in opens the team of that provider alone.`,
      'If it was not you, sign in with your password and leave that team, or write to one of its owners.',
      { words: 'Open the team', href: link },
    ]),
  invitation: ({ inviter, team, link, days }) =>
    letter('You are invited to a team on Godwit', [
      team === null
        ? `${inviter} invites you to their team on Godwit.`
        : `${inviter} invites you to the team “${team}” on Godwit.`,
      { words: 'See the team and join it', href: link },
      `The link works once, within ${days} days. If you do not know who this is, ignore this email.`,
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
      'Your team is no longer verified. From now on LIVE messages are refused. Scheduled ones are not sent, and their cost goes back to your balance.',
      `Reason: ${reason}`,
      'You can request verification again.',
      { words: 'Request Verification', href: link },
    ]),
  senderReceived: ({ sender, link }) =>
    letter(`We have received your request for the sender ID ${sender}`, [
      'Our staff decide within 7 business days. We will email you their decision.',
      { words: 'See your sender IDs', href: link },
    ]),
  senderApproved: ({ sender, changed, waiting, link }) =>
    letter(`Sender ID ${sender} is approved`, [
      `Your project can now send messages from ${sender}.`,
      ...(changed === null
        ? []
        : [
            `You asked for the class ${CLASSES[changed.asked]}, and our staff approved ${CLASSES[changed.approvedFor]}. ${CLASS_RULES[changed.approvedFor]}`,
            'If your messages are of the class that you asked for, request the sender ID again and give an example of them.',
          ]),
      ...waiting.map(waitingFor),
      { words: 'Send SMS', href: link },
    ]),
  senderRejected: ({ sender, reason, link }) =>
    letter(`Sender ID ${sender} was not approved`, [
      `Your request for the sender ID ${sender} was not approved.`,
      `Reason: ${reason}`,
      'You can request another one.',
      { words: 'Request a Sender ID', href: link },
    ]),
  senderRegistered: ({ sender, country, network, otherwise, until, isRenewal, link }) =>
    letter(
      isRenewal
        ? `The registration of ${sender} in ${countryIn('en', country, network)} was renewed`
        : `${sender} is registered in ${countryIn('en', country, network)}`,
      [
        otherwise === 'STAMP'
          ? `Recipients in ${countryIn('en', country, network)} ${isRenewal ? 'still ' : ''}see ${sender}, not “${UNVERIFIED_SENDER}”.`
          : `Messages from ${sender} to ${countryIn('en', country, network)} are ${isRenewal ? 'still ' : ''}sent.`,
        until === null
          ? 'The registration has no end date.'
          : `The registration is valid until the end of ${dayIn('en', until)} (UTC). We will remind you before then.`,
        { words: 'See your sender IDs', href: link },
      ],
    ),
  senderRefused: ({ sender, country, network, otherwise, reason, link }) =>
    letter(`${sender} was not registered in ${countryIn('en', country, network)}`, [
      `The register of ${countryIn('en', country, network)} refused ${sender}. ${{ REFUSE: 'Messages from it there are not sent.', STAMP: `Your messages are still sent, and recipients there see “${UNVERIFIED_SENDER}”.`, PASS: 'Your messages are still sent.' }[otherwise]}`,
      `Reason: ${reason}`,
      'Send us what is missing, and we hand it in again.',
      { words: 'See your sender IDs', href: link },
    ]),
  senderExpires: ({ sender, country, network, otherwise, day, link }) =>
    letter(`The registration of ${sender} ends on ${dayIn('en', day)}`, [
      `${sender} is registered in ${countryIn('en', country, network)} until the end of ${dayIn('en', day)} (UTC). ${{ REFUSE: 'If it is not renewed, messages from it there are not sent.', STAMP: `If it is not renewed, recipients there then see “${UNVERIFIED_SENDER}”.`, PASS: 'Messages from it are sent after that, too.' }[otherwise]}`,
      'Our staff renew it. Tell us if the business that owns the name has changed.',
      { words: 'See your sender IDs', href: link },
    ]),
  senderEvidenceEnds: ({ sender, document, day, link }) =>
    letter(`A document for ${sender} expires on ${dayIn('en', day)}`, [
      `“${document}”, which you gave us for the sender ID ${sender}, is valid until the end of ${dayIn('en', day)} (UTC). After that, we cannot register or renew the name with it. If the name is registered, messages are sent as before until its registration ends.`,
      'Request the sender ID again with a newer document. The sender ID keeps working while we check it.',
      { words: 'See your sender IDs', href: link },
    ]),
  senderUnregistered: ({ sender, country, network, otherwise, reason, link }) =>
    letter(`${sender} is no longer registered in ${countryIn('en', country, network)}`, [
      {
        REFUSE: `Messages from ${sender} to ${countryIn('en', country, network)} are no longer sent.`,
        STAMP: `Your messages are still sent, and recipients in ${countryIn('en', country, network)} see “${UNVERIFIED_SENDER}” instead of ${sender}.`,
        PASS: 'Your messages are still sent.',
      }[otherwise],
      ...(reason === null
        ? [
            'The registration has ended. Our staff will renew it. Tell us if the business that owns the name has changed.',
          ]
        : [
            'Our staff withdrew the registration.',
            `Reason: ${reason}`,
            'If you still need the name there, ask us to register it again.',
          ]),
      { words: 'See your sender IDs', href: link },
    ]),
  senderConfirm: ({ senders, link }) => {
    const names = senders.join(', ');
    return letter(`Confirm ${names} with ACMA`, [
      `We have handed ${names} in to the Australian register. ACMA asks the business that owns the name to confirm it in ACMA Assist, with myID.`,
      `Until the register has the name, recipients in Australia see “${UNVERIFIED_SENDER}”.`,
      'If the owner has already confirmed it, you do not need to do anything. We will email you when the register has decided.',
      { words: 'See your sender IDs', href: link },
    ]);
  },
  senderStamped: ({ day, names, link }) => {
    const count = names.reduce((sum, { messages }) => sum + messages, 0);
    return letter(
      `${count} ${count === 1 ? 'message' : 'messages'} showed “${UNVERIFIED_SENDER}” on ${dayIn('en', day)}`,
      [
        'The name was not on the register, so recipients saw this word instead. The messages were sent and charged.',
        ...names.map(
          ({ sender, country, messages, turn }) =>
            `${sender}, ${countryIn('en', country)}: ${messages}. ${NEXT[turn]}`,
        ),
        { words: 'See your sender IDs', href: link },
      ],
    );
  },
  paid: ({ amount, total, link }) =>
    letter('We have received your payment', [
      `Your payment of ${total} has arrived, and ${amount} are on your balance.`,
      { words: 'See your payments', href: link },
    ]),
  slipRejected: ({ reason, link }) =>
    letter('Your bank transfer was not accepted', [
      'The bank slip you sent was not accepted, and nothing was added to your balance.',
      `Reason: ${reason}`,
      'You can send another slip at any time.',
      { words: 'Make a payment', href: link },
    ]),
  refunded: ({ amount, total, link }) =>
    letter('A payment was refunded', [
      `${total} of a payment was refunded to the payer, and ${amount} was deducted from your balance.`,
      { words: 'See your payments', href: link },
    ]),
  chargedBack: ({ amount, owed, link }) =>
    letter('A payment was charged back', [
      `A bank reversed one of your payments, so ${amount} was deducted from your balance.`,
      owed === null
        ? 'If your team did not request this, contact the cardholder.'
        : `Your balance did not cover it: your team owes ${owed} and cannot send until you pay it.`,
      { words: 'Make a payment', href: link },
    ]),
  lowBalance: ({ balance, below }) =>
    letter('Your balance is low', [
      `Your balance is ${balance}, below your warning level of ${below}.`,
      'When the balance is used up, your messages are refused. Make a payment before that, or change the warning level on the Billing page.',
    ]),
  webhookSet: ({ url, id, mode }) =>
    letter('A webhook endpoint was set', [
      `An API key set the webhook endpoint ${url}. It gets the ${mode} events of its project, and incoming messages with their texts if it asks for them.`,
      `If nobody in your team did this, replace the key in Settings, API Keys, then delete the endpoint with DELETE /v1/webhook_endpoints/${id}.`,
    ]),
  webhookDisabled: ({ url, reason }) =>
    letter('A webhook endpoint was disabled', [
      reason === 'GONE'
        ? `The webhook endpoint ${url} answered 410, which ends all calls to it.`
        : `Every call to the webhook endpoint ${url} has failed for 5 days.`,
      'It is disabled now: it is no longer called, and events that happen until you enable it are not delivered to it later. To get calls again, fix its server, then enable the endpoint through the API. GET /v1/events lists the events of the last 7 days.',
    ]),
  textHeld: ({ found, link, support }) =>
    letter('Some of your texts are held', [
      `Some of your messages contain something that scams use: ${found}. It is a shortened link, a link to an IP address, a word that mixes alphabets, or a well-known name with a link to another site. Such messages wait until our staff have reviewed them; all others go out as usual.`,
      support === null
        ? 'If they are meant to go, our staff release them.'
        : `If they are meant to go, tell support what they are for: ${support}.`,
      'To send at once, cancel these messages and send them with a link to your own site. If you did not send them, replace your API key and cancel the messages that wait.',
      CHARGED,
      { words: 'See the messages', href: link },
    ]),
  advertHeld: ({ sender, link, support }) =>
    letter('Your campaign is held for review', [
      `A campaign from ${sender} looks like advertising. This sender is not promotional, and your team has sent such a campaign before, so our staff review this one first.`,
      support === null
        ? 'If it is meant to go, our staff release it.'
        : `If it is meant to go, tell support what it is for: ${support}.`,
      'To send at once, cancel the campaign and send it from a promotional sender.',
      CHARGED,
      { words: 'See the messages', href: link },
    ]),
  destinationHeld: ({ destination, link, support }) =>
    letter('Some of your messages are held', [
      `Your team is new, and has sent unusually many messages to ${destination} within a short time. Further messages there wait until our staff have looked at them; all others go out as usual.`,
      support === null
        ? 'If they are meant to go, our staff release them.'
        : `If they are meant to go, tell support what they are for: ${support}.`,
      'If not, somebody may be misusing a form of yours that sends codes, or your API key: limit that form, replace the key, and cancel the messages that wait.',
      'You lose no money: messages that are not released within a day expire, and their cost goes back to your balance.',
      { words: 'See these messages', href: link },
    ]),
};

function describeSignOnChange(person: string, change: SignOnChange): string {
  if ('removedProvider' in change)
    return `${person} removed the provider of single sign-on, ${change.removedProvider}. Members of your team sign in with a password again.`;
  if ('proved' in change)
    return `${person} proved the email domain ${change.proved}. People with an email of it can join your team by single sign-on.`;
  if ('removedDomain' in change)
    return `${person} removed the email domain ${change.removedDomain}. People with an email of it can no longer sign in by single sign-on.`;
  if ('forgottenLink' in change)
    return `${person} had the sign-on link of ${change.forgottenLink} forgotten. The next account of your provider that signs in with that email is linked to them.`;
  if ('lostDomain' in change)
    return `The email domain ${change.lostDomain} is no longer proven, as its TXT record is gone. People with an email of it can no longer sign in by single sign-on: they use a password, unless you require single sign-on.`;
  return change.required
    ? `${person} set ${change.provider} as the provider of single sign-on for your team. Members must sign in there.`
    : `${person} set ${change.provider} as the provider of single sign-on for your team. Members can sign in there, or with their password.`;
}
