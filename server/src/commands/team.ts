// `godwit team …` and `godwit sender …`: staff decisions about a team.

import { isId } from '@godwit/contract/common';
import {
  CONTENT_CLASSES,
  classAnswer,
  classOfBoolean,
  ROUTE_CLASSES,
  routeClass,
} from '@godwit/contract/contentClass';
import { isSenderId } from '@godwit/contract/senders';
import { COMMAND_LINE, recordAudit } from '../audit/record.ts';
import { creditTeam } from '../billing/balance.ts';
import { kyselyWithin } from '../db/kysely.ts';
import { transaction } from '../db/transaction.ts';
import { displayMoney, fromMicros, parseAmount } from '../money.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { Runtime } from '../runtime.ts';
import { addSender, decidePending, startRegistrations } from '../senders/decide.ts';
import { pauseTeam, resumeTeam } from '../staff/teams/teams.ts';
import { findTeam, findTeamByEmail } from '../team/find.ts';
import { refuseVerification, verifyUnasked } from '../verification/decide.ts';
import { requireReason } from './reason.ts';
import { CommandError, type Report } from './report.ts';

/** Verifies a person's team, which may then send in LIVE. */
export async function teamVerify(runtime: Runtime, [email]: string[]): Promise<Report> {
  const team = await requireTeam(runtime.kysely, email);
  orFail(await verifyUnasked(runtime, team.id));
  return { text: `${team.name} is verified: it can send in LIVE.`, data: { team: team.id, verified: true } };
}

/**
 * Withdraws the verification of a person's team, or rejects its pending request; the customer gets a mail
 * with the reason.
 */
export async function teamUnverify(runtime: Runtime, [email, ...reason]: string[]): Promise<Report> {
  const team = await requireTeam(runtime.kysely, email);
  if (reason.length === 0) throw new CommandError('Give a reason: the customer reads it.');
  orFail(await refuseVerification(runtime, { teamId: team.id, reason: reason.join(' ') }));
  return { text: `${team.name} is not verified.`, data: { team: team.id, verified: false } };
}

/** Pauses a team's sending: every call is refused, and queued messages wait. */
export async function teamPause(runtime: Runtime, [who, ...words]: string[]): Promise<Report> {
  const team = await requireTeam(runtime.kysely, who);
  orFail(await pauseTeam(runtime, COMMAND_LINE, { id: team.id, reason: requireReason(words) }));
  return {
    text: `${team.name} is paused: it cannot send. To go on: godwit team resume ${team.id} REASON`,
    data: { team: team.id, paused: true },
  };
}

/** Ends the pause of a team's sending. A team that owes stays paused for that. */
export async function teamResume(runtime: Runtime, [who, ...words]: string[]): Promise<Report> {
  const team = await requireTeam(runtime.kysely, who);
  const asked = { id: team.id, reason: requireReason(words) };
  const { paused_state: rest } = orFail(await resumeTeam(runtime, COMMAND_LINE, asked));
  const text = rest
    ? `${team.name} stays paused: ${rest.reason} To let it send despite the debt, run this again.`
    : `${team.name} can send again.`;
  return { text, data: { team: team.id, paused: rest !== null } };
}

/** Adds an amount to a team's balance, as an adjustment in its ledger. */
export async function teamCredit(
  { kysely, pool }: Runtime,
  [email, amount, ...reason]: string[],
): Promise<Report> {
  const team = await requireTeam(kysely, email);
  const amountMicros = parseAmount(amount ?? '');
  if (amountMicros === null || amountMicros === 0n) {
    throw new CommandError(
      'Give an amount such as 500 or 12.50: up to nine digits, up to four decimals, more than zero.',
    );
  }
  if (reason.length === 0) throw new CommandError('Give a reason: it is kept in the ledger.');
  const credit = { teamId: team.id, amountMicros, reason: reason.join(' ') };
  const balance = await transaction(pool, async (client) => {
    await recordAudit(kyselyWithin(client), COMMAND_LINE, {
      action: 'ADJUSTMENT_POSTED',
      teamId: team.id,
      detail: { amount: fromMicros(amountMicros), currency: team.currency, reason: credit.reason },
    });
    return creditTeam(client, credit);
  });
  const shown = `${team.currency} ${displayMoney(balance)}`;
  return {
    text: `${team.name} now has ${shown}.`,
    data: { team: team.id, balance: displayMoney(balance), currency: team.currency },
  };
}

/** Approves a sender id for a project. */
export async function senderAdd(
  { kysely, countryRules }: Runtime,
  [projectId = '', sender = '']: string[],
  { promotional, class: given }: { promotional: boolean; class?: string | undefined },
): Promise<Report> {
  const contentClass =
    CONTENT_CLASSES.find((one) => one === given?.toUpperCase()) ?? classOfBoolean(promotional);
  if (given !== undefined && (routeClass(contentClass) !== given.toLowerCase() || promotional))
    throw new CommandError(`--class is one of ${ROUTE_CLASSES.join(', ')}, without --promotional.`);
  if (!isSenderId(sender)) {
    throw new CommandError(
      'A sender id is 3 to 11 letters, digits, spaces or underscores, with at least one letter.',
    );
  }
  const isAdded = await transaction(kysely, async (trx) => {
    const teamId = isId(projectId) ? await addSender(trx, { projectId, sender, contentClass }) : null;
    if (teamId === null) return false;
    const entry = {
      action: 'SENDER_APPROVED',
      subject: projectId,
      detail: { sender, class: contentClass },
    } as const;
    await recordAudit(trx, COMMAND_LINE, { ...entry, teamId });
    const name = { teamId, projectId, sender, countries: [] };
    await startRegistrations(trx, COMMAND_LINE, name, countryRules.now());
    return true;
  });
  if (!isAdded)
    throw new CommandError(`There is no project ${projectId}. Its id is on the project’s settings page.`);
  return {
    text: `${sender} can send for this project (${routeClass(contentClass)}).`,
    data: { project: projectId, sender, ...classAnswer(contentClass) },
  };
}

/** Approves a project's requested sender id. */
export async function senderApprove(runtime: Runtime, [projectId = '']: string[]): Promise<Report> {
  const { sender } = orFail(await decidePending(runtime, { projectId, reason: null }));
  return {
    text: `${sender} can send for this project.`,
    data: { project: projectId, sender, approved: true },
  };
}

/** Rejects a project's requested sender id; the customer gets a mail with the reason. */
export async function senderReject(runtime: Runtime, [projectId = '', ...reason]: string[]): Promise<Report> {
  if (reason.length === 0) throw new CommandError('Give a reason: the customer reads it.');
  const { sender } = orFail(await decidePending(runtime, { projectId, reason: reason.join(' ') }));
  return { text: `${sender} is rejected.`, data: { project: projectId, sender, approved: false } };
}

function orFail<T extends object>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new CommandError(outcome.description ?? outcome.refused);
  return outcome;
}

/** The team with this id, or of the person with this e-mail address. */
async function requireTeam(kysely: Runtime['kysely'], email: string | undefined) {
  if (!email) throw new CommandError('Give the e-mail address of somebody in the team.');
  if (isId(email)) {
    const team = await findTeam(kysely, email);
    if (!team) throw new CommandError(`There is no team ${email}: godwit team list shows them.`);
    return team;
  }
  const team = await findTeamByEmail(kysely, email.trim().toLowerCase());
  if (!team) throw new CommandError(`Nobody has registered with ${email}.`);
  return team;
}
