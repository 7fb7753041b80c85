// The console's downloads of a log, under /v1/web/messages.

import { Readable } from 'node:stream';
import { messageCalls } from '@godwit/contract/messages/calls';
import { FAILURES } from '@godwit/contract/messages/failures';
import type { reportQuery } from '@godwit/contract/messages/messages';
import { statusLabel } from '@godwit/contract/messages/statuses';
import { RANGES } from '@godwit/contract/ranges';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { archiveOf } from '../../archives/read.ts';
import { readBalanceIn } from '../../billing/balance.ts';
import { type Exports, openSlots } from '../../http/exports.ts';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import { requireProject } from '../../projects/find.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { countLog, filterOf } from '../log/log.ts';
import { MAX_PDF_ROWS, writePdf } from './pdf.ts';
import { readFirst, readRows, writeCsv, writeInstant } from './report.ts';

type Query = z.infer<typeof reportQuery>;

// Per person. A report takes as long as its reader needs to receive it.
const MAX_REPORTS = 2;

/** GET /messages/report.pdf and report.csv: the log of GET /messages as one file. */
export function reportRoutes(signedIn: App, services: Services, exports: Exports): void {
  const on = serve(signedIn, messageCalls);
  const { pool, reads } = services;
  const archive = archiveOf(services.settings);
  const placeOf = openSlots(MAX_REPORTS, 'Two reports are being made already: wait for one of them.');

  on('GET /messages/report.csv', { exposeHeadRoute: false }, async (request, reply) => {
    const { query } = request;
    const { rows, total, timezone, project } = await begin(request, query, reply, Number.MAX_SAFE_INTEGER);
    const { currency } = await readBalanceIn(pool, project.team_id);
    const looks = { timezone, currency, withText: query.with_text };
    if (total !== null) reply.header('x-total-rows', total);
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="report.csv"');
    return reply.send(Readable.from(writeCsv(rows, looks), { objectMode: false }));
  });

  on('GET /messages/report.pdf', { exposeHeadRoute: false }, async (request, reply) => {
    const { query } = request;
    const { rows, total, timezone, project } = await begin(request, query, reply, MAX_PDF_ROWS);
    reply.header('x-total-rows', Math.min(total ?? MAX_PDF_ROWS, MAX_PDF_ROWS));
    reply.type('application/pdf').header('content-disposition', 'attachment; filename="report.pdf"');
    const madeAt = writeInstant(new Date(), timezone);
    return reply.send(
      writePdf(rows, { project, mode: query.mode, filters: filtersOf(query), timezone, madeAt, total }),
    );
  });

  /** Opens the rows of a report. Reading stops when the answer ends or is broken off. */
  async function begin({ member }: FastifyRequest, query: Query, reply: FastifyReply, most: number) {
    const project = await requireProject(services, member, query.project_id, 'read');
    const search = { q: query.q, regionId: member.regionId };
    const filter = orThrow(filterOf(project, query.mode, { ...query, search }));
    placeOf(member.userId, reply.raw);
    const signal = exports.enter(project.team_id, reply);
    const { timezone } = project;
    const reading = { filter, order: query.sort_order, most, timezone, withText: query.with_text, signal };
    const total = await reads.long((from) => countLog(from, filter));
    const rows = exports.inTurn(project.team_id, readRows({ reader: reads.long, archive }, reading), signal);
    return { rows: await readFirst(rows), total, timezone, project };
  }
}

/** Describes the filters of the log in words. */
function filtersOf({ range, from, to, status, direction, failure, q }: Query): string[] {
  const days =
    from || to ? `From ${from ?? 'the first message'} to ${to ?? 'now'}` : range && RANGES[range].label;
  return [
    days,
    status && `Status: ${statusLabel(status)}`,
    failure && `Reason: ${FAILURES[failure].description}`,
    direction && `Direction: ${direction.toLowerCase()}`,
    q && `Search: ${q}`,
  ].filter((filter) => filter !== undefined);
}
