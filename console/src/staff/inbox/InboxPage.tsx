// The inbox, at `/staff/inbox`: all that waits for staff, oldest first, and the case that is open beside it.
import type { StaffCounts } from '@godwit/contract/staff/accounts';
import { Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { List } from '../../components/list/List.tsx';
import { oneOf, useAddress } from '../../components/list/useAddress.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { staffAlerts } from '../alertsText.ts';
import { countsQuery } from '../api/client.ts';
import { staffInbox } from '../inboxText.ts';
import { staffOwner } from '../ownerText.ts';
import { staffPaths } from '../paths.ts';
import { staffPayments } from '../paymentsText.ts';
import { staffRegistrations } from '../registrationsText.ts';
import { TimeLeft } from '../reviews/TimeLeft.tsx';
import { staffReviews } from '../reviewsText.ts';
import { ListAndCase } from '../shell/ListAndCase.tsx';
import { useMay } from '../shell/StaffPage.tsx';
import { staffSlips } from '../slipsText.ts';
import { OpenItem } from './OpenItem.tsx';
import { type Item, KINDS, type Kind, useInbox } from './useInbox.ts';

const ALL = Object.keys(KINDS) as Kind[];
const parse = (params: URLSearchParams) => ({ show: oneOf(ALL, params.get('show')) });

function InboxPage() {
  const t = useText();
  const { kind, id } = useParams();
  const { search } = useLocation();
  const { state, change } = useAddress(parse, { isPart: true });
  const { data: counts } = useQuery(countsQuery);
  const inbox = useInbox(state.show);
  const open = oneOf(ALL, kind ?? null);
  const isOpen = open !== null && id !== undefined;
  const waiting = sumOf(state.show ? [state.show] : ALL, counts);
  const more = Math.max(0, waiting - inbox.items.length);
  return (
    <ListAndCase
      title={t('staff.nav.inbox')}
      actions={<Text c="dimmed">{t('staff.inbox.order')}</Text>}
      filters={<KindFilter counts={counts} show={state.show} onChange={(show) => change({ show })} />}
      list={
        <>
          <List<Item>
            label={t('staff.nav.inbox')}
            found={{
              data: inbox.isLoading && inbox.items.length === 0 ? undefined : { results: inbox.items },
              error: inbox.items.length === 0 ? inbox.error : null,
              refetch: inbox.refetch,
            }}
            rowKey={(item) => `${item.kind} ${item.id}`}
            link={(item) => ({
              to: staffPaths.inboxItem(item.kind, item.id) + search,
              current: item.kind === open && item.id === id,
            })}
            stacked={(item) => <Row item={item} />}
            empty={t('staff.inbox.empty')}
          />
          {more > 0 && !inbox.isLoading ? (
            <Text mt={12} fz={13} c="dimmed">
              {t('staff.inbox.more', { more })}
            </Text>
          ) : null}
        </>
      }
      listPath={staffPaths.inbox}
      isOpen={isOpen}
    >
      {isOpen ? <OpenItem key={`${open} ${id}`} kind={open} id={id} items={inbox} /> : null}
    </ListAndCase>
  );
}

const sumOf = (kinds: readonly Kind[], counts: StaffCounts | undefined): number =>
  kinds.reduce((sum, kind) => sum + (counts?.[KINDS[kind][1]] ?? 0), 0);

type FilterProps = {
  counts: StaffCounts | undefined;
  show: Kind | null;
  onChange: (show: Kind | null) => void;
};

/** The kinds that the role decides, each with how many wait. */
function KindFilter({ counts, show, onChange }: FilterProps) {
  const t = useText();
  const may = useMay();
  const own = ALL.filter((kind) => may(KINDS[kind][0]));
  const named = (kind: string, kinds: readonly Kind[]) =>
    t('staff.inbox.kindOf', { kind, count: sumOf(kinds, counts) });
  return (
    <Select
      aria-label={t('staff.kind')}
      allowDeselect={false}
      data={[
        { value: '', label: named(t('staff.inbox.all'), own) },
        ...own.map((kind) => ({ value: kind, label: named(t(`staff.inbox.${kind}`), [kind]) })),
      ]}
      value={show ?? ''}
      onChange={(value) => onChange(oneOf(ALL, value))}
    />
  );
}

function Row({ item: { kind, at, due, first, second } }: { item: Item }) {
  const t = useText();
  return (
    <>
      <Group justify="space-between" align="baseline" gap={12} wrap="nowrap">
        <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
          {first}
        </Text>
        <TimeLeft at={at} due={due} />
      </Group>
      <Text fz={13} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[t(`staff.inbox.${kind}`), second === first ? '' : second].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

export default withTexts(InboxPage, {
  ...staffReviews,
  ...staffOwner,
  ...staffRegistrations,
  ...staffPayments,
  ...staffSlips,
  ...staffAlerts,
  ...staffInbox,
});
