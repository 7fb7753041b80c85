// The documents of the last request that the next one offers.
import type { SenderIdRequest } from '@godwit/contract/senders';
import { expect, it } from 'vitest';
import { earlierDocuments } from './EarlierAnswers.tsx';

const PREFIX = 'Consent of the owner: ';
const previous = {
  legal_name: 'Kade Beds Pty Ltd',
  consent_document: 'letter',
  documents: [
    { id: 'deed', name: 'deed.png', kept: true },
    { id: 'gone', name: 'gone.png', kept: false },
    { id: 'letter', name: `${PREFIX}letter.png`, kept: true },
  ],
} as unknown as SenderIdRequest;
const DEED = { id: 'deed', name: 'deed.png', isConsent: false };
const LETTER = { id: 'letter', name: 'letter.png', isConsent: true };

it.each([
  ['a client', { legal_name: 'Kade Beds Pty Ltd ', for_client: true }, [DEED, LETTER]],
  ['the team itself, which needs no consent', { legal_name: 'Kade Beds Pty Ltd', for_client: false }, [DEED]],
  ['another owner', { legal_name: 'Lanka Retail', for_client: true }, []],
])('offers those that are kept to a request for %s', (_whom, values, offered) => {
  expect(earlierDocuments(previous, values, PREFIX)).toEqual(offered);
  expect(earlierDocuments(null, values, PREFIX)).toEqual([]);
});
