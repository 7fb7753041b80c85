// Mails about sender ids that are due by the clock: the owner has to confirm a name at its register, and a
// team's recipients saw "Unverified" yesterday. A team gets each at most once a day over all processes.
import { otherwiseOf } from '@godwit/contract/rules/table';
import { transaction } from '../db/transaction.ts';
import { type Loop, startLoop } from '../jobs/loop.ts';
import type { WaitingRegister } from '../mail/letter.ts';
import type { Database, Services } from '../services.ts';
import { mailAdmins } from '../team/notify.ts';
import {
  claimMail,
  foldStamped,
  forgetMails,
  noteConfirmations,
  selectWaiting,
  takeStamped,
  teamsToConfirm,
  teamsWithStamped,
} from './dueMailQueries.ts';

type Parts = Pick<Services, 'kysely' | 'settings' | 'log'>;

/** Days after a name was handed in on which its owner is reminded to confirm it. */
const CONFIRM_DAYS = [0, 3, 7];
const EVERY_MS = 60_000;
const AT_ONCE = 50;
const FOLDED_AT_ONCE = 5_000;
/** Nobody would read a mail with more names. */
const MOST_NAMES = 20;

/** Starts the loop. */
export function startSenderMails(services: Parts): Loop {
  return startLoop({
    name: 'mails about sender ids',
    log: services.log,
    everyMs: EVERY_MS,
    round: async () => ((await writeDueMails(services)) ? 0 : undefined),
  });
}

/** Writes the mails that are due. True if there may be more. */
export async function writeDueMails(services: Omit<Parts, 'log'>): Promise<boolean> {
  const { kysely } = services;
  const folded = await foldStamped(kysely, FOLDED_AT_ONCE);
  const toConfirm = await teamsToConfirm(kysely, CONFIRM_DAYS, AT_ONCE);
  for (const teamId of toConfirm)
    await transaction(kysely, (trx) => mailConfirmations(trx, services, teamId));
  const stamped = await teamsWithStamped(kysely, AT_ONCE);
  for (const teamId of stamped) await transaction(kysely, (trx) => mailStamped(trx, services, teamId));
  await forgetMails(kysely);
  return folded === FOLDED_AT_ONCE || Math.max(toConfirm.length, stamped.length) === AT_ONCE;
}

const linkOf = ({ settings }: Pick<Parts, 'settings'>) => new URL('/sender-id', settings.publicUrl).href;

async function mailConfirmations(trx: Database, services: Pick<Parts, 'settings'>, teamId: string) {
  if (!(await claimMail(trx, teamId, 'CONFIRM'))) return;
  const senders = (await noteConfirmations(trx, teamId, CONFIRM_DAYS)).slice(0, MOST_NAMES);
  if (senders.length === 0) return;
  await mailAdmins(trx, teamId, (mails) => mails.senderConfirm({ senders, link: linkOf(services) }));
}

async function mailStamped(trx: Database, services: Pick<Parts, 'settings'>, teamId: string) {
  if (!(await claimMail(trx, teamId, 'STAMPED'))) return;
  const taken = await takeStamped(trx, teamId);
  // After an outage there may be several days: the mail covers only the last one.
  const names = taken
    .filter(({ day }) => day === taken[0]!.day)
    .map(({ isAsked, turn, ...name }) => ({ ...name, turn: isAsked ? (turn ?? 'US') : ('NOBODY' as const) }));
  if (names.length === 0) return;
  const words = { day: names[0]!.day, names: names.slice(0, MOST_NAMES), link: linkOf(services) };
  await mailAdmins(trx, teamId, (mails) => mails.senderStamped(words));
}

/** The registers that a name waits for, by country and turn. Leaves out countries that it reaches anyway. */
export async function waitingRegisters(
  trx: Database,
  { countryRules }: Pick<Services, 'countryRules'>,
  name: Parameters<typeof selectWaiting>[1],
): Promise<WaitingRegister[]> {
  const groups = Map.groupBy(
    await selectWaiting(trx, name),
    ({ country, turn, network }) => `${country} ${turn} ${network === null}`,
  );
  return [...groups.values()].flatMap((some) => {
    const { country, turn } = some[0]!;
    const otherwise = otherwiseOf(countryRules.now().of(country));
    if (otherwise === 'PASS') return [];
    const networks = some.flatMap(({ network }) => network ?? []);
    return [{ country, networks, otherwise, turn: turn ?? ('NOBODY' as const) }];
  });
}
