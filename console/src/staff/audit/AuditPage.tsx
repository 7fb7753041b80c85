// Everything staff did, newest first, at `/staff/audit`; older entries come below on demand, so what is added meanwhile moves nothing.
import { Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { auditLogQuery } from '../api/system.ts';
import lists from '../lists/lists.module.css';
import { useListState } from '../lists/useListState.ts';
import { StaffPage } from '../shell/StaffPage.tsx';
import { AuditEntries } from './AuditEntries.tsx';
import { actionWords } from './actionWords.ts';
import classes from './audit.module.css';

const ALL = 'all';

export default function AuditPage() {
  const t = useText();
  const { filter, change } = useListState({ q: '', action: '' });
  const { q, action } = filter;
  const log = useInfiniteQuery(auditLogQuery({ q, action: action || null }));
  const known = log.data?.pages[0]?.actions ?? [];
  // The one that is chosen has its name before the log is there.
  const actions = action && !known.includes(action) ? [action, ...known] : known;
  return (
    <StaffPage title={t('staff.audit.title')}>
      <search className={lists.filters}>
        <Select
          aria-label={t('staff.audit.action')}
          data={[
            { value: ALL, label: t('staff.audit.all') },
            ...actions.map((one) => ({ value: one, label: actionWords(one) })),
          ]}
          value={action || ALL}
          allowDeselect={false}
          onChange={(value) => change({ action: value === null || value === ALL ? '' : value })}
        />
        <SearchField
          className={lists.search ?? ''}
          hint={t('staff.audit.search')}
          q={q}
          onSearch={(next) => change({ q: next })}
        />
      </search>
      {log.isError && !log.data ? (
        <LoadFailed error={log.error} onRetry={() => log.refetch()} />
      ) : (
        <AuditEntries
          rows={log.data?.pages.flatMap(({ results }) => results)}
          dim={log.isPlaceholderData}
          empty={t('staff.audit.empty')}
        />
      )}
      {log.hasNextPage ? (
        <div className={classes.more}>
          <SubmitButton
            busy={log.isFetchingNextPage}
            busyLabel={t('staff.audit.loading')}
            variant="outline"
            onClick={() => log.fetchNextPage()}
          >
            {t('staff.audit.older')}
          </SubmitButton>
        </div>
      ) : null}
    </StaffPage>
  );
}
