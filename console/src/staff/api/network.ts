// Calls about the network of carriers: its versions, proposals and tests.
import type { RouteClass } from '@godwit/contract/contentClass';
import type { NetworkDocument } from '@godwit/contract/staff/network';
import { keepPreviousData } from '@tanstack/react-query';
import { readQuery, request } from './client.ts';

/** The network in use, its proposals, and the processes that use it. */
export const networkQuery = { ...readQuery(['staff', 'network'], 'GET /network'), refetchInterval: 5_000 };

/** Earlier versions, newest first. Pages count from one. */
export const versionsQuery = (page: number) => ({
  ...readQuery(['staff', 'network', 'versions', page], 'GET /network/versions', {
    query: { page_num: page - 1, page_size: 10 },
  }),
  placeholderData: keepPreviousData,
});

const ofVersion = (number: number) => ({ number: String(number) });

/** A version with its document. A version never changes its document. */
export const versionQuery = (number: number) =>
  readQuery(['staff', 'network', 'version', number], 'GET /network/versions/:number', {
    params: ofVersion(number),
  });

export const proposeNetwork = (json: { base: number | null; document: NetworkDocument; reason: string }) =>
  request('POST /network/proposals', { json });

export const approveVersion = (number: number) =>
  request('POST /network/versions/:number/approve', { params: ofVersion(number) });

export const withdrawVersion = (number: number, reason: string) =>
  request('POST /network/versions/:number/withdraw', { params: ofVersion(number), json: { reason } });

export const putBackVersion = (number: number, reason: string) =>
  request('POST /network/versions/:number/put_back', { params: ofVersion(number), json: { reason } });

/** Connects and signs in over a link of a version, or of the network in use. */
export const testLink = (link: string, version: number | null) =>
  request('POST /network/links/:link/test', { params: { link }, json: { version } });

/** The links that would carry a message. */
export const chooseLinks = (query: { to: string; sender: string; class: RouteClass }) =>
  request('GET /network/choice', { query });
