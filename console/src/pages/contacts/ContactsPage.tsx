// Contacts, at `/contacts`: everybody the team sends to, searched, edited in place, grouped, uploaded and exported.

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { groupsQuery } from '../../api/contacts.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Page } from '../../components/Page.tsx';
import { Pager } from '../../components/Pager.tsx';
import { useMay } from '../../session/context.ts';
import { contacts } from '../../text/contacts.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ContactActions } from './ContactActions.tsx';
import { ContactDialogs, type OpenDialog } from './ContactDialogs.tsx';
import { ContactFilters } from './ContactFilters.tsx';
import { ContactRows } from './ContactRows.tsx';
import { isFiltered, PAGE_SIZES, toFilter } from './contactState.ts';
import { ExportLine } from './Export.tsx';
import { ImportLine } from './ImportLine.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useContactList } from './useContactList.ts';
import { useContactState } from './useContactState.ts';
import { useEditing } from './useEditing.ts';
import { useExport } from './useExport.ts';
import { useImport } from './useImport.ts';
import { useSelection } from './useSelection.ts';

function ContactsPage() {
  const t = useText();
  const mayChange = useMay('contacts');
  const { state, change } = useContactState();
  const filter = toFilter(state);
  const { page, isOld, isPastEnd, error, readAgain } = useContactList(state);
  const groups = useQuery(groupsQuery);
  const selection = useSelection(filter, page);
  const editing = useEditing(JSON.stringify(state));
  const exporting = useExport(filter);
  const job = useImport();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  useEffect(() => {
    if (isPastEnd) change({ page: page?.total_pages ?? 1 }, { replace: true });
  });

  const add = (
    <Button variant="outline" onClick={() => setDialog({ name: 'new' })}>
      {t('contacts.new')}
    </Button>
  );
  const clear = (
    <Button variant="outline" onClick={() => change({ q: '', group: null })}>
      {t('contacts.clearFilters')}
    </Button>
  );
  const emptyAction = isFiltered(state) ? clear : mayChange && add;
  return (
    <Page
      title={t('contacts.title')}
      actions={mayChange ? <ContactActions onOpen={(name) => setDialog({ name })} /> : null}
    >
      <ImportLine
        job={job}
        isShown={dialog?.name === 'upload'}
        onShow={() => setDialog({ name: 'upload' })}
      />
      <ExportLine exporting={exporting} />
      {selection.count > 0 ? (
        <SelectionBar selection={selection} isFiltered={isFiltered(state)} onOpen={setDialog} />
      ) : (
        <ContactFilters state={state} groups={groups.data} exporting={exporting} onChange={change} />
      )}
      {error ? (
        <LoadFailed error={error} onRetry={readAgain} />
      ) : (
        <ContactRows
          rows={isPastEnd ? undefined : page?.results}
          groups={groups.data ?? []}
          changing={
            mayChange
              ? { selection, editing, onDelete: (contact) => setDialog({ name: 'delete', contact }) }
              : null
          }
          dim={isOld}
          empty={<EmptyState text={t('contacts.empty')} action={emptyAction} />}
          footer={
            <Pager
              total={page?.total}
              more={page?.more}
              page={state.page}
              pages={page?.total_pages ?? 1}
              pageSize={state.pageSize}
              pageSizes={PAGE_SIZES}
              onPage={(next) => change({ page: next })}
              onPageSize={(pageSize) => change({ pageSize })}
            />
          }
        />
      )}
      <ContactDialogs dialog={dialog} selection={selection} job={job} onClose={() => setDialog(null)} />
    </Page>
  );
}

export default withTexts(ContactsPage, contacts);
