// One run: customers send during the disruptions, their messages get time to end, and the judge compares.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, openAccount } from '../../../server/test/client.ts';
import { type Audience, sendCampaign, uploadAudience } from './campaigns.ts';
import { openNumbers, SENDER, sendAll } from './clients.ts';
import { openColleague } from './colleague.ts';
import { failuresOf, hasEnded, judge, takesByNumber } from './judge.ts';
import { disruptAll } from './killer.ts';
import { lookUntilEnded, readAgain } from './look.ts';
import { differencesOfPayments, type Paid } from './paymentJudge.ts';
import { countMoney, PAYMENTS, type Payers, payAll } from './payments.ts';
import { type Call, type CarrierEvent, type Disruption, readJournal, type Send } from './record.ts';
import { print } from './report.ts';
import { type Running, startWorld } from './world.ts';

/** `without`: faults that the carrier does not have, comma-separated. */
export type Options = {
  seed: number;
  sends: number;
  kills: number;
  perSecond: number;
  waitMs: number;
  without: string;
  failover: boolean;
};

/** Initial balances: the last team has only what it pays, and spends it down to zero. */
const BALANCES = [1_000_000, 1_000_000, 0];
const WEALTHY = 2;
const CAMPAIGN_RECIPIENTS = 300;
/** Enough for a lease, a timeout, another attempt, another timeout, and the receipts. */
const ENDS_WITHIN_MS = 240_000;

/** Runs and prints the report. Returns the reasons of a failure; empty if it passed. */
export async function runChaos(options: Options): Promise<string[]> {
  const running = await startWorld(options);
  const { world, urls, journals } = running;
  if (!world.disk.setFull && !world.cluster)
    console.log('  no tmpfs can be mounted here (root only): the disk never gets full');
  const accounts = await openAccounts(running);
  const payers = { ...running, colleague: await openColleague(running) };
  const { sends, disruptions, paid } = await attack(running, accounts, { ...options, payers });
  running.becomeCalm();
  await world.cluster?.isWhole();

  const events = () =>
    [journals.carrier, journals.httpCarrier]
      .flatMap((journal) => readJournal<CarrierEvent>(journal))
      .sort((one, other) => one.at - other.at);
  const ended = await lookUntilEnded(urls[0]!, accounts, {
    sends,
    withinMs: ENDS_WITHIN_MS,
    openAmong(some) {
      const takes = takesByNumber(events());
      return some.filter((row) => !hasEnded(row, takes.get(row.to) ?? []));
    },
  });
  const money = await countMoney(payers, accounts, paid);
  const { differences } = (await running.godwit('ledger', 'check')) as { differences: object[] };
  const calls = readJournal<Call>(journals.sink);
  // Messages in a waiting state may have changed since they were read, and a callback reported it.
  const rows = await readAgain(urls[0]!, accounts, { sends, rows: ended });
  const verdict = judge({ sends, rows, events: events(), calls, disruptions });
  const unpaid = differencesOfPayments(paid, money);
  const left = await running.stop();
  print(verdict, {
    differences,
    left,
    failovers: world.cluster?.failovers() ?? null,
    payments: paid.length,
    unpaid,
    processes: [world.server, world.second],
  });
  const failures = [...failuresOf(verdict, differences.length), ...unpaid, ...left];
  if (failures.length === 0) running.removeRecords();
  else console.log(`  logs and journals: ${running.records}`);
  return failures;
}

/** Creates teams that may send in LIVE, with money. */
async function openAccounts({ urls, godwit }: Running): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const balance of BALANCES) {
    const account = await openAccount(urls[0]!);
    await godwit('team', 'verify', account.email);
    if (balance > 0) await godwit('team', 'credit', account.email, String(balance), 'chaos');
    await godwit('sender', 'add', account.project.id, SENDER);
    accounts.push(account);
  }
  return accounts;
}

/** Sends and disrupts until there was enough of both; returns the sends and the disruptions. */
async function attack(
  { world, urls, sinkUrl }: Running,
  accounts: Account[],
  { seed, sends: enough, kills, perSecond, waitMs, payers }: Options & { payers: Payers },
): Promise<{ sends: Send[]; disruptions: Disruption[]; paid: Paid[] }> {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const nextNumber = openNumbers();
  const audiences: Audience[] = [];
  for (const [i, account] of accounts.slice(0, WEALTHY).entries()) {
    const numbers = Array.from({ length: CAMPAIGN_RECIPIENTS }, nextNumber);
    audiences.push(await uploadAudience(urls[0]!, account, `Customers ${i}`, numbers));
  }
  const sends: Send[] = [];
  let struck = false;
  const isOver = () => struck && sends.length >= enough;
  const sending = sendAll({ accounts, urls, sinkUrl }, { seed, perSecond, nextNumber, sends, isOver });
  const campaigns = audiences.map(async (audience, accountNumber) => {
    await sleep((accountNumber * waitMs * kills) / (2 * WEALTHY));
    return sendCampaign(urls, accounts[accountNumber]!, { accountNumber, audience, isOver });
  });
  const paying = payAll(payers, accounts, { seed, pauseMs: (kills * waitMs) / (2 * PAYMENTS) });
  const disruptions = await disruptAll(
    { ...world, sends: () => sends.length },
    { seed, kills, waitMs },
    ({ what, from, until }) =>
      console.log(
        `  ${seconds()} s, ${sends.length} sends: ${what}, ${((until - from) / 1000).toFixed(1)} s`,
      ),
  );
  struck = true;
  await sending;
  for (const recipients of await Promise.all(campaigns)) sends.push(...recipients);
  return { sends, disruptions, paid: await paying };
}
