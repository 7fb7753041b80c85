// `godwit links …`: shows carrier links in all processes, pauses, resumes and drains them.
import type { CarrierLink } from '@godwit/contract/staff/operations';
import { COMMAND_LINE } from '../audit/record.ts';
import { drainLink } from '../carriers/staff/drain.ts';
import { changeLink, listLinks } from '../carriers/staff/links.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { Runtime } from '../runtime.ts';
import { requireReason } from './reason.ts';
import { CommandError, type Report } from './report.ts';
import { age, MOST_ROWS, table } from './table.ts';

const HEADINGS = ['link', 'mode', 'state', 'health', 'bound', 'in flight', 'per s', 'due', 'oldest', ''];

/** Lists links, as the staff console does. */
export async function linksList(runtime: Runtime): Promise<Report> {
  const links = await listLinks(runtime);
  const shown = links.slice(0, MOST_ROWS);
  if (links.length === 0)
    return {
      text: 'No process has reported a link in the last hour. Check that one with the role send runs.',
      data: { total: 0, links: [] },
    };
  return {
    text: table(HEADINGS, shown.map(rowOf), links.length),
    data: { total: links.length, links: shown },
  };
}

/** Pauses a link in every process. Messages in flight finish. */
export async function linksPause(runtime: Runtime, [id, ...words]: string[]): Promise<Report> {
  const asked = { id: requireId(id), reason: requireReason(words), pause: true };
  orFail(asked.id, await changeLink(runtime, COMMAND_LINE, asked));
  return {
    text: `${asked.id} is paused: it takes no new messages. To go on: godwit links resume ${asked.id} REASON`,
    data: { link: asked.id, paused: true },
  };
}

/** Resumes a link in every process. */
export async function linksResume(runtime: Runtime, [id, ...words]: string[]): Promise<Report> {
  const asked = { id: requireId(id), reason: requireReason(words), pause: false };
  orFail(asked.id, await changeLink(runtime, COMMAND_LINE, asked));
  return { text: `${asked.id} takes messages again.`, data: { link: asked.id, paused: false } };
}

/** Pauses a link and waits until its messages are answered. Fails if some are not answered in time. */
export async function linksDrain(runtime: Runtime, [id, ...words]: string[]): Promise<Report> {
  const asked = { id: requireId(id), reason: requireReason(words) };
  const drained = await drainLink(runtime, COMMAND_LINE, asked);
  if (isRefusal(drained)) throw new CommandError(explain(asked.id, drained));
  const { unanswered, behind } = drained;
  const data = { link: asked.id, paused: true, drained: drained.isDrained, unanswered };
  if (drained.isDrained)
    return { text: `${asked.id} is paused, and every message written over it is answered.`, data };
  const why =
    behind > 0
      ? `${behind} processes have not confirmed the pause`
      : `${unanswered} messages written over it are not answered`;
  const next = 'Do not stop the carrier yet. Run the command again to wait longer.';
  return { text: `${asked.id} is paused, but ${why}. ${next}`, data, failed: true };
}

function rowOf(link: CarrierLink): string[] {
  const paused = link.paused_state && `paused by ${link.paused_state.by}: ${link.paused_state.reason}`;
  return [
    link.id,
    link.mode,
    link.state,
    link.health.state,
    `${link.bound_sessions}/${link.sessions}`,
    String(link.in_flight),
    String(link.rate),
    String(link.queue.due),
    link.queue.due === 0 ? '-' : age(link.queue.oldest_seconds),
    paused ?? link.health.words ?? '',
  ];
}

function requireId(id: string | undefined): string {
  if (!id) throw new CommandError('Name the link: godwit links list shows them.');
  return id;
}

function explain(id: string, { refused, description }: Refusal): string {
  if (refused === 'notFound') return `There is no link ${id}: godwit links list shows them.`;
  return description ?? refused;
}

function orFail(id: string, outcome: object | Refusal): void {
  if (isRefusal(outcome)) throw new CommandError(explain(id, outcome));
}
