// Calls about registrations of sender ids.
import type { RegistrationTurn } from '@godwit/contract/senders';
import type { RegistrationMove, RegistrationPack } from '@godwit/contract/staff/registrations';
import { keepPreviousData } from '@tanstack/react-query';
import { openFile, readQuery, request } from './client.ts';

export type RegistrationFilter = { turn: RegistrationTurn | 'ALL'; q: string; page: number };

const PAGE_SIZE = 25;

/** A page of registrations. Colleagues work on them too, so it reloads. */
export const registrationsQuery = ({ turn, q, page }: RegistrationFilter) => ({
  ...readQuery(['staff', 'registrations', 'queue', { turn, q, page }], 'GET /registrations', {
    query: {
      turn: turn === 'ALL' ? undefined : turn,
      q: q || undefined,
      page_num: page - 1,
      page_size: PAGE_SIZE,
    },
  }),
  placeholderData: keepPreviousData,
  refetchInterval: 15_000,
});

/** The registrations of a filter, as a file. */
export const openRegistrations = ({ turn, q }: RegistrationFilter, signal: AbortSignal) =>
  openFile('GET /registrations/export', {
    query: { turn: turn === 'ALL' ? undefined : turn, q: q || undefined },
    signal,
  });

/** The telcos and networks that names wait for. */
export const packsQuery = {
  ...readQuery(['staff', 'registrations', 'packs'], 'GET /registrations/packs', {}),
  refetchInterval: 60_000,
};

/** The names that wait for one of them, as a file. */
export const openPack = ({ country, via }: Pick<RegistrationPack, 'country' | 'via'>, signal: AbortSignal) =>
  openFile('GET /registrations/pack', { query: { country, via: via ?? undefined }, signal });

/** The answers of registers, as a file in the form of the export. */
export type StatesUpload = { csv: string; reason: string };

/** Counts what a file would do. */
export const previewStates = (upload: StatesUpload) =>
  request('POST /registrations/states', { json: { ...upload, is_preview: true } });

export const applyStates = (upload: StatesUpload) =>
  request('POST /registrations/states', { json: { ...upload, is_preview: false } });

export const registrationQuery = (id: string) =>
  readQuery(['staff', 'registrations', 'case', id], 'GET /registrations/:id', { params: { id } });

export const moveRegistration = (id: string, to: RegistrationMove, reason: string) =>
  request('POST /registrations/:id/move', { params: { id }, json: { to, reason } });

export type Proposal = { reference: string; expires_on: string; reason: string };

export const proposeRegistration = (id: string, json: Proposal) =>
  request('POST /registrations/:id/propose', { params: { id }, json });

export const confirmRegistration = (id: string, proposal: string) =>
  request('POST /registrations/:id/confirm', { params: { id }, json: { proposal } });

export const rejectRegistration = (id: string, proposal: string, reason: string) =>
  request('POST /registrations/:id/reject', { params: { id }, json: { proposal, reason } });

export const checkOwner = (id: string, reason: string) =>
  request('POST /registrations/:id/owner_checked', { params: { id }, json: { reason } });

/** Begins with the registration of an approved sender id. `id` is that of its request. */
export const beginRegistration = (id: string, register: { country: string; network: string }) =>
  request('POST /sender_ids/:id/registration', { params: { id }, json: register });
