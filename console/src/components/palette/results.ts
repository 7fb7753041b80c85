// The search results: names of loaded lists at once (names.ts); messages, contacts and campaigns from the
// server, shortly after the last key press.
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { campaignsQuery } from '../../api/campaigns.ts';
import { contactsQuery } from '../../api/contacts.ts';
import { messagesQuery } from '../../api/messages.ts';
import { formatDay, formatInstant } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import { useProjects } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';
import { statusLabel } from '../message/StatusPill.tsx';
import { useActions } from './actions.ts';
import {
  type Found,
  foundOnServer,
  isPlainNumber,
  isText,
  MAX_RESULTS,
  MIN_CHARACTERS,
  outcomeOf,
  type Results,
  SEARCH_AFTER_MS,
  type ServerKind,
} from './find.ts';
import { useNamed } from './names.ts';
import { useRecent } from './recent.ts';

/**
 * Whether a text may identify a message: digits of a number, or an id, also a shortened one. Messages are not
 * searched by name.
 */
export function mayBeMessage(text: string): boolean {
  const isNumber = /^[+\d\s.\-()[\]]+$/.test(text) && text.replace(/\D/g, '').length >= 4;
  return isNumber || /^[\da-f.… -]{6,36}$/i.test(text);
}

/** The groups before and after the found ones: recent results, and actions. */
function useOwn(typed: string): { first: Results[]; last: Results[] } {
  const t = useText();
  const recent = { label: t('palette.recent'), isOld: false, results: useRecent() };
  const actions = { label: t('palette.actions'), isOld: false, results: useActions(typed) };
  if (typed === '') return { first: [recent], last: [] };
  // A number alone is searched for first of all.
  return isPlainNumber(typed) ? { first: [], last: [actions] } : { first: [actions], last: [] };
}

/** Returns the results for a text in groups, and the progress of the search as text. */
export function useResults(text: string): Found {
  const t = useText();
  const readable = useReadableNumber();
  const { project } = useProjects();
  const mode = useMode();
  const values = { mode: t(mode === 'TEST' ? 'mode.test' : 'mode.live') };
  const typed = text.trim();
  const [q] = useDebouncedValue(typed, SEARCH_AFTER_MS);
  const isMessage = (text: string) => project !== null && mayBeMessage(text);
  const isCampaign = (text: string) => project !== null && isText(text);
  const page = { page_num: 0, page_size: MAX_RESULTS };
  const project_id = project?.id ?? '';
  const ofMessages = messagesQuery({ project_id, mode, q, ...page });
  const messages = useQuery({ ...ofMessages, enabled: isMessage(q) });
  const contacts = useQuery({ ...contactsQuery({ q, ...page }), enabled: isText(q) });
  const campaigns = useQuery({ ...campaignsQuery(project_id, mode, { q, ...page }), enabled: isCampaign(q) });
  const named = useNamed(typed);
  const found = <Row>(kind: ServerKind<Row>) => foundOnServer(kind, { typed, q });
  const own = useOwn(typed);
  const onServer = [
    found({
      label: t('palette.messages', values),
      may: isMessage,
      query: messages,
      toResult: (row) => ({
        key: row.id,
        to: paths.message(row.id),
        name: readable(row.direction === 'INCOMING' ? row.from : row.to),
        more: t('palette.message', {
          status: t(statusLabel(row.status)),
          date: formatInstant(row.accepted_at),
        }),
      }),
    }),
    found({
      label: t('nav.contacts'),
      may: isText,
      query: contacts,
      toResult: ({ id, first_name, last_name, number }) => {
        const name = `${first_name} ${last_name}`.trim();
        const to = paths.person(number);
        // Imported contacts may have only a number.
        return { key: id, to, name: name || readable(number), more: name && readable(number) };
      },
    }),
    found({
      label: t('palette.campaigns', values),
      may: isCampaign,
      query: campaigns,
      toResult: ({ id, name, send_at, created_at }) => ({
        key: id,
        to: paths.campaign(id),
        name,
        more: formatDay(send_at ?? created_at),
      }),
    }),
  ];
  const groups = [...own.first, ...named.lists, ...onServer.map(({ group }) => group), ...own.last].filter(
    ({ results }) => results.length > 0,
  );
  const isSearching = named.isSearching || onServer.some((kind) => kind.isSearching);
  const hasFailed = named.hasFailed || onServer.some((kind) => kind.hasFailed);

  const count = groups.flatMap(({ results }) => results).length;
  const nothing = isText(typed)
    ? t('palette.nothing', values)
    : t('palette.short', { count: MIN_CHARACTERS });
  return { groups, isSearching, outcome: outcomeOf({ isSearching, hasFailed, count, nothing }, t) };
}
