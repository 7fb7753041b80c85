// The pages of shipped carrier profiles. People write the upper part of a page; the part below the marker
// follows from the profile.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CODE_CLASSES,
  type CodeClass,
  type Profile,
  readProfile,
  repeatsAreSafe,
  shippedProfiles,
} from '../server/src/carriers/links/http/profile.ts';

const FOLDER = 'docs/carriers';
const MARKER = '<!-- From here on scripts/generate.ts writes this page. -->';
const MAX_COLUMNS = 150;

const EFFECTS: Record<CodeClass, string> = {
  taken: 'the carrier has the message already; it counts as sent',
  permanent: 'the message fails and is refunded',
  temporary: 'the message waits and is tried again',
  throttled: 'the link slows down; the message waits',
  token: 'the link signs in again; the message waits',
  account: 'the account is refused: the link stops and shows the reason; messages wait',
  credit: 'no credit: the link stops and shows the reason; messages wait',
  closed: 'the carrier is closed at this hour: the link stops; messages wait',
};

/** The page of each shipped profile, by its file. Throws if a page has no part that people wrote. */
export function carrierPages(root: string): Record<string, string> {
  return Object.fromEntries(
    shippedProfiles().map((name) => {
      const file = `${FOLDER}/${name}.md`;
      const [written, below] = readFileSync(join(root, file), 'utf8').split(MARKER);
      if (below === undefined)
        throw new Error(`${file} has no line ${MARKER}: add it below the introduction`);
      return [file, `${written}${MARKER}\n\n${generatedPart(readProfile(name, root))}\n`];
    }),
  );
}

/** The part of a page that follows from its profile. */
function generatedPart(profile: Profile): string {
  return [
    ...[
      '## Entry',
      '',
      `    ${entryOf(profile)}`,
      '',
      `It sends to \`${profile.base}\`; \`base\` changes that. Set \`routes\` to the prefixes that this link may carry.`,
    ],
    ...senderOf(profile),
    ...['', profile.incoming ? '## Receipts and incoming messages' : '## Receipts', '', receiptsOf(profile)],
    ...incomingOf(profile),
    ...['', '## Error codes', '', ...codesOf(profile)],
    ...['', '## Limits', '', limitsOf(profile)],
    ...['', '## Not verified', '', ...unverifiedOf(profile)],
  ].join('\n');
}

/** Only for carriers that show their own sender. */
const senderOf = ({ sender }: Profile): string[] =>
  sender === 'given'
    ? []
    : [
        '',
        '## Sender',
        '',
        'The request takes no sender (`"sender": "fixed"` in the profile), so recipients see the one of your account. Messages whose sender a register',
        'decides, such as names to Australia, do not use this link. If no other link has a route for them, they fail with SENDER and are refunded.',
      ];

/** The link for CARRIERS_FILE, with placeholders for secrets. */
function entryOf({ profile, base, secrets }: Profile): string {
  const given = secrets.map((name) => `"${name}": "…"`).join(', ');
  // A base under `.example` or on this machine is only a pattern: each link has to give its own.
  const own = /\.example|localhost/.test(base) ? `"base": "${base}", ` : '';
  return `[{ "id": "${profile}", "profile": "${profile}", ${own}"secrets": { ${given} }, "routes": [{ "prefix": "94" }] }]`;
}

function receiptsOf(profile: Profile): string {
  const { send, receipt } = profile;
  if (!receipt) return 'None: messages stay SENT and fail after 72 hours (NO_RECEIPT); the charge stays.';
  const isNamed = JSON.stringify(send).includes('{{callback}}');
  const where = isNamed
    ? 'Each request names the address for its receipts; you set nothing in your account.'
    : 'Set [the address for receipts](../carriers.md#receipts) in your account with the carrier.';
  const signed = receipt.signed ? ' Receipts without a valid signature are refused.' : '';
  const [delivered, failed] = [receipt.delivered, receipt.failed].map((words) => listOf(words));
  const asked = receipt.poll ? ' Godwit also asks for receipts that have not come.' : '';
  return wrapped(
    `${where}${signed} Delivered: ${delivered}. Failed: ${failed}. Other states are ignored.${asked}${doubtOf(profile)}`,
  );
}

/** Nothing if the profile reads no incoming messages. */
function incomingOf({ incoming }: Profile): string[] {
  if (!incoming) return [];
  const signed = incoming.signed ? ' Messages without a valid signature are refused.' : '';
  const where =
    'Set [the address for incoming messages](../carriers.md#incoming-messages) in your account too.';
  return ['', wrapped(`${where}${signed}`)];
}

function codesOf({ codes, meanings }: Profile): string[] {
  const rows = CODE_CLASSES.flatMap((kind) => {
    const some = codes[kind] ?? [];
    if (some.length === 0) return [];
    const named = some.map((code) => `\`${code}\`${meanings[code] ? ` ${meanings[code]}` : ''}`).join(', ');
    return [`| ${named} | ${EFFECTS[kind]} |`];
  });
  if (rows.length === 0)
    return ['The profile knows none, so [the HTTP status](../carriers.md#outcomes) decides.'];
  return ['| code | effect |', '|---|---|', ...rows];
}

/** How messages in doubt are settled; nothing if as at any carrier. */
function doubtOf(profile: Profile): string {
  const asked = profile.ask ? ' Godwit asks about messages [in doubt](../carriers.md#in-doubt).' : '';
  return repeatsAreSafe(profile) ? `${asked} The carrier recognises a message that is repeated.` : asked;
}

function limitsOf({ limits, balance }: Profile): string {
  const { per_s, counts, batch, hours } = limits;
  const rate =
    per_s === undefined
      ? `The profile sets no rate. \`throughput\` is 100 ${counts} a second unless you set the rate of your contract.`
      : `${per_s} ${counts} a second, unless you set \`throughput\`.`;
  const together = batch
    ? ` A request has up to ${batch} messages of [a campaign](../carriers.md#batches).`
    : '';
  const closed = hours ? ` The carrier takes messages ${hours}.` : '';
  const asked = balance ? ' Godwit asks for the [balance](../carriers.md#balance) every 5 minutes.' : '';
  return wrapped(`${rate}${together}${closed}${asked}`);
}

function unverifiedOf({ unverified }: Profile): string[] {
  const points = unverified.map((point) => `- ${point}`);
  return points.length > 0
    ? points
    : ['The profile lists no open point. It was not tried with a live account.'];
}

const listOf = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

/** Breaks a paragraph into lines of the width of the docs. */
function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > MAX_COLUMNS) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}
