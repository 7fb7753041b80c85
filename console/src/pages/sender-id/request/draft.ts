// The draft of a request for a sender id: its fields and uploaded documents, and its storage in the browser.
import { CONTENT_CLASSES, type ContentClass } from '@godwit/contract/contentClass';
import type { UploadedFile } from '@godwit/contract/files';
import { type OwnerDetails, ownerDetails } from '@godwit/contract/ownerDetails';
import type { SenderIdRequest } from '@godwit/contract/senders';
import { openDraftSlot } from '../../../session/draftSlot.ts';
import { parseObject } from '../../../session/drafts.ts';

export type RequestValues = {
  for_client: boolean;
  legal_name: string;
  /** ISO 3166 alpha-2. */
  countries: string[];
  owner_scheme: string;
  owner_number: string;
  sender_id: string;
  class: ContentClass;
  description: string;
  sample: string;
  name_basis: string;
} & OwnerDetails;

/** The details of an owner before anybody has entered them. */
export const NO_DETAILS: OwnerDetails = ownerDetails.parse({});

/** An uploaded document, and until when the server keeps it without a request. */
type KeptFile = UploadedFile & { until: number };
/** Two documents about the name, and the consent of its owner. */
export type Files = readonly (KeptFile | null)[];
export type Draft = { values: RequestValues; files: Files };

export const NO_FILES: Files = [null, null, null];

/** The server removes files that no request uses after a day. */
const FILE_KEPT_MS = 23 * 60 * 60_000;

/** A document that was uploaded now. */
export const keepFile = (file: UploadedFile): KeptFile => ({ ...file, until: Date.now() + FILE_KEPT_MS });

/** The fields of a new request by a team in a country. */
export const emptyValues = (home: string): RequestValues => ({
  ...{ for_client: false, legal_name: '', countries: [home] },
  ...{ owner_scheme: home === 'AU' ? 'ABN' : '', owner_number: '' },
  ...{ sender_id: '', class: 'PROMOTIONAL', description: '', sample: '', name_basis: '' },
  ...NO_DETAILS,
});

/** The fields of a request that is made again. A server of an older version answers fewer fields. */
export function valuesOf(request: SenderIdRequest, home: string): RequestValues {
  const { owner, sender_id, description, legal_name } = request;
  const { countries = [home], sample = '', class: contentClass = 'PROMOTIONAL' } = request;
  return {
    ...{ sender_id, class: contentClass, description, sample, legal_name, countries },
    ...{ owner_scheme: owner?.scheme ?? '', owner_number: owner?.number ?? '' },
    ...{ name_basis: owner?.basis ?? '', for_client: owner?.for_client ?? false },
    ...NO_DETAILS,
    ...request.owner_details,
  };
}

/** Whether a request is made again: the last one was rejected, or its team withdrew it. */
export const isMadeAgain = (previous: SenderIdRequest | null): boolean =>
  previous?.status === 'REJECTED' || previous?.status === 'WITHDRAWN';

/** The fields that a new request begins with. After an approved one the form offers its answers. */
export const startOf = (previous: SenderIdRequest | null, home: string): RequestValues =>
  previous && isMadeAgain(previous) ? valuesOf(previous, home) : emptyValues(home);

const isText = (value: unknown): value is string => typeof value === 'string';

function parseValues(given: Record<string, unknown>): RequestValues | null {
  const { for_client, countries, class: contentClass } = given;
  // Drafts of an older version have no details.
  const all: Record<string, unknown> = { ...NO_DETAILS, ...given };
  const texts = Object.entries(emptyValues('')).filter(([, value]) => isText(value));
  if (!texts.every(([name]) => isText(all[name]))) return null;
  if (typeof for_client !== 'boolean' || !CONTENT_CLASSES.some((one) => one === contentClass)) return null;
  if (!Array.isArray(countries) || !countries.every(isText)) return null;
  const kept = Object.keys(emptyValues('')).map((name) => [name, all[name]]);
  return Object.fromEntries(kept) as RequestValues;
}

function parseFile(given: unknown, now: number): KeptFile | null {
  const { id, name, size, until } = parseObject(JSON.stringify(given ?? null));
  if (!isText(id) || !isText(name) || typeof size !== 'number' || typeof until !== 'number') return null;
  return until > now ? { id, name, size, until } : null;
}

/** Parses a stored draft; null if there is none or it is invalid. Documents that are gone are left out. */
export function parseDraft(text: string | null, now: number): Draft | null {
  const { values, files } = parseObject(text);
  const parsed = parseValues(parseObject(JSON.stringify(values ?? null)));
  if (parsed === null) return null;
  const given: unknown[] = Array.isArray(files) ? files : [];
  return { values: parsed, files: NO_FILES.map((_, at) => parseFile(given[at], now)) };
}

/** Opens the draft slot of this tab. */
export function openSlot(projectId: string, personId: string) {
  const scope = { kind: 'sender', of: 'request', projectId, personId } as const;
  const { draft, keepDraft, listen } = openDraftSlot(scope);
  return {
    draft: parseDraft(draft, Date.now()),
    /** Stores the draft; null deletes it. */
    keep: (next: Draft | null) => keepDraft(next),
    listen,
  };
}
