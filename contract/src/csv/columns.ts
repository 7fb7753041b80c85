// Finds the columns of a file of contacts or numbers: by their headings in English, Sinhala or Tamil, or by
// their order.
import { cellOf, isShortened, MAX_CSV_COLUMNS } from './cells.ts';

/** The columns of a file of contacts without headings, and the headings of templates and exports. */
export const CSV_COLUMNS = ['Mobile', 'FirstName', 'LastName', 'Group1', 'Group2'] as const;

/** The fields of a row of contacts, in the order of CSV_COLUMNS. */
export const CSV_FIELDS = ['number', 'first_name', 'last_name', 'group1', 'group2'] as const;
/** The fields of a row of opt-outs. */
export const OPT_OUT_FIELDS = ['number', 'scope'] as const;
/** The fields of a consent in a row of contacts. Only headings name their columns. */
export const CONSENT_FIELDS = [
  'consent',
  'consent_time',
  'consent_source',
  'consent_wording',
  'consent_proof',
  'consent_expires',
] as const;
export type ConsentField = (typeof CONSENT_FIELDS)[number];
export type CsvField = (typeof CSV_FIELDS)[number] | (typeof OPT_OUT_FIELDS)[number] | ConsentField;

const CONSENT_COLUMNS: Record<ConsentField, string> = {
  consent: 'Consent',
  consent_time: 'ConsentTime',
  consent_source: 'ConsentSource',
  consent_wording: 'ConsentWording',
  consent_proof: 'ConsentProof',
  consent_expires: 'ConsentExpires',
};

const isConsentField = (field: CsvField): field is ConsentField => field in CONSENT_COLUMNS;
/** Whether a field without a heading has a column by the order of the columns. */
const hasPlace = (field: CsvField) => field !== 'scope' && !isConsentField(field);

/** Returns the heading of a field in templates and exports. */
export function headingOf(field: CsvField): string {
  if (isConsentField(field)) return CONSENT_COLUMNS[field];
  return field === 'scope' ? 'Scope' : CSV_COLUMNS[CSV_FIELDS.indexOf(field)]!;
}

/** The column of each field, counted from 0. Fields without a column are not imported. */
export type CsvColumns = Partial<Record<CsvField, number | undefined>>;

/** The headings of each field, the most specific first: lower case, without blanks and signs. */
const HEADINGS: Record<CsvField, readonly string[]> = {
  number: [
    ...['mobile', 'mobilenumber', 'mobileno', 'mobilephone', 'mobilephonenumber', 'mobilephoneno', 'msisdn'],
    ...['cell', 'cellphone', 'cellnumber', 'cellphonenumber', 'whatsapp', 'whatsappnumber', 'whatsappno'],
    ...['phone', 'phonenumber', 'phoneno', 'telephone', 'telephonenumber', 'telephoneno', 'tel', 'telno'],
    ...[
      'phone1value',
      'primaryphone',
      'contactnumber',
      'contactno',
      'contactphone',
      'number',
      'recipient',
      'to',
      'contact',
    ],
    ...['ජංගමදුරකථනඅංකය', 'ජංගමදුරකථනය', 'ජංගමඅංකය', 'දුරකථනඅංකය', 'දුරකතනඅංකය', 'දුරකථනය', 'දුරකථන', 'මොබයිල්අංකය'],
    ...['මොබයිල්', 'සම්බන්ධතාඅංකය', 'ඇමතුම්අංකය', 'අංකය'],
    ...['கையடக்கத்தொலைபேசிஇலக்கம்', 'கையடக்கத்தொலைபேசிஎண்', 'கையடக்கத்தொலைபேசி', 'கையடக்கதொலைபேசிஇலக்கம்'],
    ...['கைபேசிஎண்', 'கைப்பேசிஎண்', 'கைபேசி', 'கைப்பேசி', 'அலைபேசிஎண்', 'அலைபேசி', 'மொபைல்எண்', 'மொபைல்'],
    ...['தொலைபேசிஇலக்கம்', 'தொலைபேசிஎண்', 'தொலைபேசி', 'தொடர்புஇலக்கம்', 'தொடர்புஎண்', 'இலக்கம்', 'எண்'],
  ],
  first_name: [
    ...['firstname', 'givenname', 'forename', 'name', 'fullname', 'contactname', 'customername', 'customer'],
    ...['මුල්නම', 'මුල්නාමය', 'පළමුනම', 'නම', 'සම්පූර්ණනම'],
    ...['முதல்பெயர்', 'முதற்பெயர்', 'பெயர்', 'முழுப்பெயர்', 'முழுபெயர்'],
  ],
  last_name: [
    ...['lastname', 'surname', 'familyname'],
    ...['වාසගම', 'අවසන්නම', 'අවසානනම', 'පවුලේනම'],
    ...['கடைசிபெயர்', 'கடைசிப்பெயர்', 'இறுதிப்பெயர்', 'குடும்பப்பெயர்', 'குடும்பபெயர்'],
  ],
  group1: [
    ...['group1', 'group', 'groupname', 'groups'],
    ...['කණ්ඩායම1', 'කණ්ඩායම', 'සමූහය1', 'සමූහය'],
    ...['குழு1', 'குழு', 'குழுவின்பெயர்'],
  ],
  scope: ['scope'],
  consent: ['consent', 'consentkind', 'consentstatus'],
  consent_time: ['consenttime', 'consentdate', 'consentat'],
  consent_source: ['consentsource'],
  consent_wording: ['consentwording', 'consenttext', 'consentversion'],
  consent_proof: ['consentproof', 'consenturl'],
  consent_expires: ['consentexpires', 'consentexpiry', 'consentend'],
  group2: ['group2', 'group', 'groupname', 'කණ්ඩායම2', 'කණ්ඩායම', 'සමූහය2', 'සමූහය', 'குழு2', 'குழு'],
};

/**
 * The heading of a number column may have more words, as in `Customer mobile`. NO_NUMBER_STEM matches columns
 * that only describe a number.
 */
const NUMBER_STEM = /mobile|phone|msisdn|whatsapp|දුරකථන|ජංගම|தொலைபேசி|கைபேசி|அலைபேசி/;
const NO_NUMBER_STEM = /label|type|email|verified|model/;

const KNOWN = new Set(Object.values(HEADINGS).flat());

/** Normalises a heading for comparison. */
const plain = (heading: string): string =>
  heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const isNumberHeading = (heading: string) => NUMBER_STEM.test(heading) && !NO_NUMBER_STEM.test(heading);

/**
 * Whether the first row of a file has headings: it has no number, and a known heading or a first cell with
 * letters and no digits.
 */
export function isHeader(firstRow: readonly string[]): boolean {
  const cells = firstRow.slice(0, MAX_CSV_COLUMNS).map((_, column) => cellOf(firstRow, column));
  if (cells.some((cell) => /^\+?[\d\s.()-]{6,}$/.test(cell) || isShortened(cell))) return false;
  const [first = ''] = cells;
  return (
    (/\p{L}/u.test(first) && !/\d/.test(first)) ||
    cells.map(plain).some((heading) => KNOWN.has(heading) || isNumberHeading(heading))
  );
}

/**
 * Finds the columns of the fields. If a heading is known, the headings decide, and without a heading for
 * numbers the first unused column has them. Otherwise the order decides, except for `scope` and consents,
 * which need headings.
 */
export function findColumns(head: readonly string[] | null, fields: readonly CsvField[]): CsvColumns {
  const headings = head?.slice(0, MAX_CSV_COLUMNS).map((_, column) => plain(cellOf(head, column))) ?? [];
  const found: CsvColumns = {};
  const isFree = (column: number) => column !== -1 && !Object.values(found).includes(column);
  for (const field of fields) {
    const columns = HEADINGS[field].map((known) =>
      headings.findIndex((one, i) => one === known && isFree(i)),
    );
    if (field === 'number') columns.push(headings.findIndex(isNumberHeading));
    const column = columns.find(isFree);
    if (column !== undefined) found[field] = column;
  }
  if (Object.keys(found).length === 0)
    return Object.fromEntries(fields.filter(hasPlace).map((field, column) => [field, column]));
  const number = found.number ?? headings.findIndex((_, column) => isFree(column));
  return number === -1 ? found : { ...found, number };
}
