// Opt-outs, at `/opt-outs`: the numbers that want no more messages from the team.

import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { wordsFor } from '../../api/errors.ts';
import { openOptOuts, optOutsQuery } from '../../api/optOuts.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Page } from '../../components/Page.tsx';
import { Pager } from '../../components/Pager.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { toastError } from '../../components/toast.ts';
import { useOnce } from '../../components/useOnce.ts';
import { readFile, saveFile } from '../../download.ts';
import { PAGE_SIZES, parsePage, setPage, toPageQuery } from '../../listPage.ts';
import { paths } from '../../paths.ts';
import { useMay } from '../../session/context.ts';
import { optOuts } from '../../text/optOuts.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { AddModal } from './AddModal.tsx';
import { ImportLine, ImportModal } from './ImportModal.tsx';
import { OptOutRows } from './OptOutRows.tsx';
import classes from './OptOutsPage.module.css';
import { RemoveModal } from './RemoveModal.tsx';
import { useImport } from './useImport.ts';

const MAX_SEARCH = 64;

type Change = { q?: string; page?: number; pageSize?: (typeof PAGE_SIZES)[number] };

function OptOutsPage() {
  const t = useText();
  const mayChange = useMay('contacts');
  const { q, page, change } = useOptOutState();
  const list = useQuery(optOutsQuery({ q: q.trim() || undefined, ...toPageQuery(page) }));
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  // Until the dialog has faded out, what it shows is not shown above the list.
  const [importShown, setImportShown] = useState(false);
  const [removed, setRemoved] = useState<string | null>(null);
  const importing = useImport();
  const pages = list.data?.total_pages;
  const isPastEnd = pages !== undefined && pages > 0 && page.page > pages && !list.isPlaceholderData;
  useEffect(() => {
    if (isPastEnd) change({ page: pages });
  });

  function openImport(): void {
    setOpen('import');
    setImportShown(true);
  }
  function onImportClosed(): void {
    setImportShown(false);
    importing.clear();
  }

  const actions = (
    <>
      {list.data?.total ? <ExportButton /> : null}
      {mayChange ? (
        <>
          <Button variant="outline" onClick={openImport}>
            {t('optOuts.import')}
          </Button>
          <Button onClick={() => setOpen('add')}>{t('optOuts.add')}</Button>
        </>
      ) : null}
    </>
  );
  const empty = q.trim() ? (
    <EmptyState
      text={t('optOuts.noMatch')}
      action={
        <Button variant="outline" onClick={() => change({ q: '' })}>
          {t('optOuts.clearSearch')}
        </Button>
      }
    />
  ) : (
    <EmptyState text={t('optOuts.empty')} />
  );
  const footer = (
    <Pager
      total={list.data?.total}
      {...page}
      pages={pages ?? 1}
      pageSizes={PAGE_SIZES}
      onPage={(next) => change({ page: next })}
      onPageSize={(pageSize) => change({ pageSize })}
    />
  );
  return (
    <Page title={t('optOuts.title')} back={{ to: paths.campaigns }} actions={actions}>
      <p className={classes.intro}>{t('optOuts.intro')}</p>
      {importShown ? null : (
        <ImportLine job={importing} onShow={openImport}>
          <CloseButton aria-label={t('action.close')} onClick={importing.clear} />
        </ImportLine>
      )}
      <search className={classes.search}>
        <SearchField
          q={q}
          onSearch={(next) => change({ q: next })}
          hint={t('optOuts.searchHint')}
          maxLength={MAX_SEARCH}
        />
      </search>
      {list.isError && !list.data ? (
        <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <OptOutRows
          rows={isPastEnd ? undefined : list.data?.results}
          dim={list.isPlaceholderData}
          onRemove={mayChange ? setRemoved : null}
          empty={empty}
          footer={footer}
        />
      )}
      <AddModal opened={open === 'add'} onClose={() => setOpen(null)} />
      <ImportModal
        job={importing}
        opened={open === 'import'}
        onClose={() => setOpen(null)}
        onClosed={onImportClosed}
      />
      <RemoveModal number={removed} onClose={() => setRemoved(null)} />
    </Page>
  );
}

/** What is shown, kept in the address. Anything but a page itself leads to the first page. */
function useOptOutState() {
  const [params, setParams] = useSearchParams();
  const q = (params.get('q') ?? '').slice(0, MAX_SEARCH);
  const page = parsePage(params);
  function change(part: Change): void {
    const next = { q, ...page, page: 1, ...part };
    const address = new URLSearchParams(next.q ? { q: next.q } : {});
    setPage(address, next);
    if (String(address) !== String(params))
      setParams(address, { replace: 'q' in part, preventScrollReset: true });
  }
  return { q, page, change };
}

const FILE = 'opt-outs.csv';

function ExportButton() {
  const t = useText();
  const { busy, run } = useOnce();

  async function save(): Promise<void> {
    try {
      saveFile(await readFile(await openOptOuts(), () => {}), FILE);
    } catch (error) {
      toastError(t('optOuts.exportFailed', { problem: wordsFor(error) }));
    }
  }
  return (
    <SubmitButton
      variant="outline"
      busy={busy}
      busyLabel={t('optOuts.exporting')}
      onClick={() => void run(save)}
    >
      {t('optOuts.export')}
    </SubmitButton>
  );
}

export default withTexts(OptOutsPage, optOuts);
