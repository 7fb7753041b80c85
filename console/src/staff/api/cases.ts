// Calls about cases of fraud.
import type { blockRequest } from '@godwit/contract/staff/cases';
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ListPage } from '../../components/list/useAddress.ts';
import { toPageQuery } from '../../components/list/useAddress.ts';
import { openFile, readQuery, request } from './client.ts';

/** A page of cases, newest first. */
export const casesQuery = ({ q, ...page }: ListPage & { q: string }) => ({
  ...readQuery(['staff', 'cases', 'list', q, page], 'GET /cases', {
    query: { q: q || undefined, ...toPageQuery(page) },
  }),
  placeholderData: keepPreviousData,
});

export const quartersQuery = readQuery(['staff', 'cases', 'quarters'], 'GET /cases/quarters');

/** The details of a report by which its message is looked for; at least one of the first two. */
export type Report = { number?: string | undefined; text?: string | undefined; at?: string | undefined };

/** The messages of a report. Never reloads by itself, because the audit log records each call. */
export const reportedQuery = (report: Report) => ({
  ...readQuery(['staff', 'reported', report], 'GET /cases/messages', { query: report }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const openCase = (json: { message_id: string; report: string }) => request('POST /cases', { json });

export const caseQuery = (id: string) =>
  readQuery(['staff', 'cases', 'case', id], 'GET /cases/:id', { params: { id } });

/** A case as a file. */
export const openCaseFile = (id: string, signal: AbortSignal) =>
  openFile('GET /cases/:id/export', { params: { id }, signal });

export type Block = z.input<typeof blockRequest>;

export const block = (id: string, json: Block) => request('POST /cases/:id/block', { params: { id }, json });

/** Ends a block, and resumes a team. */
export const allow = (id: string, json: Block) => request('POST /cases/:id/allow', { params: { id }, json });

export const noteNotified = (id: string, json: { who: string; note: string }) =>
  request('POST /cases/:id/notified', { params: { id }, json });
