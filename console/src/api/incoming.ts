// Calls about a project's incoming messages.
import type { IncomingSettingsForm, KeywordForm, SimulateIncomingForm } from '@godwit/contract/incoming';
import { readQuery, request } from './client.ts';

/** Incoming settings and keywords have no live events, so they reload whenever they are shown. */
export const incomingQuery = (id: string) => ({
  ...readQuery(['incoming', id], 'GET /projects/:id/incoming', { params: { id } }),
  staleTime: 0,
});

export const changeIncoming = (id: string, json: IncomingSettingsForm) =>
  request('PUT /projects/:id/incoming', { params: { id }, json });

/** Changes the keyword with this id, or creates one if the id is null. */
export const saveKeyword = (id: string, keywordId: string | null, json: KeywordForm) =>
  keywordId === null
    ? request('POST /projects/:id/keywords', { params: { id }, json })
    : request('PUT /projects/:id/keywords/:keyword_id', { params: { id, keyword_id: keywordId }, json });

export const deleteKeyword = (id: string, keywordId: string) =>
  request('DELETE /projects/:id/keywords/:keyword_id', { params: { id, keyword_id: keywordId } });

/** Makes the simulated carrier deliver a message from a phone, in TEST only. */
export const sendAsPhone = (id: string, json: SimulateIncomingForm) =>
  request('POST /projects/:id/incoming_messages', { params: { id }, json });
