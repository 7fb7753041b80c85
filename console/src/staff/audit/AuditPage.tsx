// The audit log of staff, newest first, at `/staff/audit`. Older entries load on demand, so new ones do not
// move the list.
import type { AuditRow } from '@godwit/contract/staff/accounts';
import { Anchor, Flex, Group, Select, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Filters, List } from '../../components/list/List.tsx';
import { useAddress } from '../../components/list/useAddress.ts';
import { Moment } from '../../components/Moment.tsx';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { auditLogQuery } from '../api/system.ts';
import { staffPaths } from '../paths.ts';
import { Search, StaffPage } from '../shell/StaffPage.tsx';
import classes from './audit.module.css';

const ALL = 'all';

const parse = (params: URLSearchParams) => ({
  q: params.get('q') ?? '',
  action: params.get('action') ?? '',
});

export default function AuditPage() {
  const t = useText();
  const { state, change } = useAddress(parse);
  const { q, action } = state;
  const log = useInfiniteQuery(auditLogQuery({ q, action: action || null }));
  const known = log.data?.pages[0]?.actions ?? [];
  // Shows the selected action before the log has loaded.
  const actions = action && !known.includes(action) ? [action, ...known] : known;
  return (
    <StaffPage title={t('staff.nav.audit')}>
      <Filters>
        <Select
          w={220}
          aria-label={t('staff.audit.action')}
          data={[
            { value: ALL, label: t('staff.audit.all') },
            ...actions.map((one) => ({ value: one, label: actionLabel(one) })),
          ]}
          value={action || ALL}
          onChange={(value) => change({ action: value === null || value === ALL ? '' : value })}
        />
        <Search hint={t('staff.audit.search')} state={state} change={change} />
      </Filters>
      <List
        label={t('staff.nav.audit')}
        found={{ ...log, data: log.data && { results: log.data.pages.flatMap(({ results }) => results) } }}
        rowKey={({ id }) => id}
        stacked={(row) => <Entry row={row} />}
        empty={t('staff.audit.empty')}
      />
      {log.hasNextPage ? (
        <Group justify="center" mt={16}>
          <SubmitButton
            busy={log.isFetchingNextPage}
            busyLabel={t('staff.audit.loading')}
            variant="outline"
            onClick={() => log.fetchNextPage()}
          >
            {t('staff.audit.older')}
          </SubmitButton>
        </Group>
      ) : null}
    </StaffPage>
  );
}

/** One entry: the person, the action, its target and details. */
function Entry({ row }: { row: AuditRow }) {
  const { at, action, staff_email: email, ip, team, subject, detail } = row;
  const details = Object.entries(detail);
  return (
    <div className={classes.entry}>
      <Text c="dimmed">
        <Moment instant={at} />
      </Text>
      <div className={classes.who}>
        <span>{email}</span>{' '}
        <Text span fz={13} c="dimmed">
          {ip}
        </Text>
      </div>
      <div className={classes.what}>
        <strong>{actionLabel(action)}</strong>
        {team ? (
          <>
            {' · '}
            <Anchor component={Link} to={staffPaths.team(team.id)}>
              {team.name}
            </Anchor>
          </>
        ) : null}
        {subject ? (
          <Text {...(subject.includes('@') ? {} : { className: 'mono' })} c="dimmed">
            {subject}
          </Text>
        ) : null}
        {details.length > 0 ? (
          <dl className={classes.details}>
            {details.map(([name, value]) => (
              <Flex key={name} gap={8} miw={0}>
                <Text component="dt" flex="none" c="dimmed">
                  {name.replaceAll('_', ' ')}
                </Text>
                <Text component="dd" miw={0}>
                  {typeof value === 'string' ? value : JSON.stringify(value)}
                </Text>
              </Flex>
            ))}
          </dl>
        ) : null}
      </div>
    </div>
  );
}

/**
 * `IDENTITY_APPROVED` becomes `Identity approved`. Not a list of texts, because old logs contain actions that
 * no longer exist.
 */
function actionLabel(action: string): string {
  const text = action.toLowerCase().replaceAll('_', ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
