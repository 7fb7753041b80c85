// An import: choose a CSV file, look at its first rows, send it, read what became of it.
import { MAX_CSV_BYTES, MAX_CSV_ROWS, type RejectedRow } from '@godwit/contract/contacts';
import { Box, Button, Flex, Progress, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../download.ts';
import { formatBytes, formatCount } from '../format.ts';
import { phonePlansQuery, readNumber } from '../phone.ts';
import { useTeam } from '../session/context.ts';
import type { TextId } from '../text/catalogue.ts';
import { useText } from '../text/useText.ts';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { type Preview, type PreviewRow, readPreview } from './csvPreview.ts';
import { Dialog, DialogFoot, DialogScroll, type Opening } from './Dialog.tsx';
import { FileDrop, formatMebibytes } from './FileDrop.tsx';
import { type ImportJob, type ImportState, isRunning } from './Import.tsx';
import { reportCsv, reportName } from './importReport.ts';
import { RejectedRows } from './RejectedRows.tsx';

/** Names of files come as long as they are. */
const BREAKS = { overflowWrap: 'anywhere' } as const;

type StepProps = { job: ImportJob; onClose: () => void };

export function ImportDialog({ job, ...opening }: Opening & { job: ImportJob }) {
  const t = useText();
  return (
    <Dialog {...opening} title={t(job.importer.title)} size={820} closeOnClickOutside={false} parted>
      <Steps job={job} onClose={opening.onClose} />
    </Dialog>
  );
}

function Steps({ job, onClose }: StepProps) {
  const { state } = job;
  if (state.step === 'done') return <Report state={state} onAnother={job.clear} onClose={onClose} />;
  if (isRunning(state)) return <Running job={job} onClose={onClose} />;
  return <Choose job={job} onClose={onClose} />;
}

/** Before an upload, and after one that failed: its file is then still there to be sent again. */
function Choose({ job, onClose }: StepProps) {
  const t = useText();
  const { state, importer } = job;
  const [chosen, setChosen] = useState<File | null>(state.step === 'failed' ? state.file : null);
  const [refused, setRefused] = useState<string | null>(null);
  const preview = usePreview(chosen);
  const problem = refused ?? preview.error?.message ?? (state.step === 'failed' ? state.reason : null);

  function choose(file: File | null, reason: string | null = null): void {
    job.clear();
    setChosen(file);
    setRefused(reason);
  }
  const hasFile = chosen !== null && preview.error === null;
  const limits = { rows: MAX_CSV_ROWS, size: formatMebibytes(MAX_CSV_BYTES) };
  return (
    <>
      <DialogScroll>
        {problem === null ? null : (
          <Box
            role="alert"
            mb={16}
            px={16}
            py={12}
            bdrs={8}
            bg="var(--danger-soft)"
            c="var(--danger)"
            style={BREAKS}
          >
            <Text mb={4} fw={600}>
              {t('upload.wrong')}
            </Text>
            <Text>{problem}</Text>
          </Box>
        )}
        {hasFile ? (
          <FirstRows file={chosen} preview={preview.data} heads={importer.columns} />
        ) : (
          <FileDrop
            hint={`${t(importer.hint)} ${t('upload.limits', limits)}`}
            maxBytes={MAX_CSV_BYTES}
            onFile={choose}
            onRefused={(reason) => choose(null, reason)}
          />
        )}
      </DialogScroll>
      <DialogFoot>
        <Button
          variant="subtle"
          onClick={() => {
            choose(null);
            onClose();
          }}
        >
          {t('action.cancel')}
        </Button>
        <Button variant="outline" disabled={chosen === null} onClick={() => choose(null)}>
          {t('upload.clear')}
        </Button>
        <Button disabled={!hasFile || preview.data === undefined} onClick={() => chosen && job.start(chosen)}>
          {t('action.upload')}
        </Button>
      </DialogFoot>
    </>
  );
}

/** The first rows of a chosen file, read by the rules of the team's country. Its error's message is a sentence to show. */
function usePreview(file: File | null) {
  const t = useText();
  const country = useTeam().region.id;
  const plans = useQuery(phonePlansQuery);
  const parse = plans.data?.parsePhoneNumberFromString;
  const words = {
    noNumber: t('upload.noNumber'),
    noRows: t('upload.noRows'),
    noText: t('upload.noText'),
    unreadable: t('upload.unreadable'),
  };
  const check = (cell: string) =>
    !parse || readNumber(cell, country, parse) !== null ? null : t('upload.badNumber');
  return useQuery({
    queryKey: ['csv preview', file?.name, file?.size, file?.lastModified, country],
    queryFn: file && parse ? () => readPreview(file, check, words) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

type FirstRowsProps = {
  file: File;
  /** undefined while it is read. */
  preview: Preview | undefined;
  heads: readonly TextId[];
};

/** Those that will be left out are marked. */
function FirstRows({ file, preview, heads }: FirstRowsProps) {
  const t = useText();
  const about = { file: file.name, size: formatBytes(file.size), count: preview?.rows.length ?? 0 };
  const bad = preview?.rows.filter(({ problem }) => problem !== null).length ?? 0;
  const others = heads.length - 1;
  const columns: Column<PreviewRow>[] = heads.map((id, column) => ({
    id,
    head: t(id),
    cell: (row) => (column === 0 ? <NumberCell row={row} /> : <Cell>{row.cells[column]}</Cell>),
    width: column === 0 ? `${100 - others * 16.5}%` : '16.5%',
  }));
  return (
    <>
      <Text mb={12} style={BREAKS} role="status">
        {preview
          ? t(preview.more ? 'upload.firstRows' : 'upload.allRows', about)
          : t('upload.reading', about)}
      </Text>
      {bad > 0 ? (
        <Text mt={-8} mb={16} c="var(--danger)">
          {t('upload.bad', { count: bad })}
        </Text>
      ) : null}
      <DataTable
        label={t('upload.rows')}
        columns={columns}
        rows={preview?.rows}
        rowKey={({ line }) => String(line)}
        empty={null}
      />
    </>
  );
}

/** As wide as its column, whatever is in it. */
const CONTAINED = { contain: 'inline-size' };
const Cell = ({ children }: { children: string | undefined }) => (
  <Text truncate miw={88} style={CONTAINED}>
    {children}
  </Text>
);

function NumberCell({ row: { cells, problem } }: { row: PreviewRow }) {
  if (problem === null) return <Cell>{cells[0]}</Cell>;
  return (
    <Box miw={168} py={8} c="var(--danger)" style={CONTAINED}>
      <Flex align="center" gap={6} fw={500} style={{ overflow: 'hidden' }}>
        <IconAlertTriangle size={16} stroke={2} style={{ flex: 'none' }} aria-hidden="true" />
        {cells[0]}
      </Flex>
      <Text fz={13} style={{ whiteSpace: 'normal' }}>
        {problem}
      </Text>
    </Box>
  );
}

const Quiet = ({ children }: { children: string }) => (
  <Text mt={8} c="dimmed">
    {children}
  </Text>
);

/** How much has left, then that it is being saved. Either goes on without the dialog. */
function Running({ job: { state, clear }, onClose }: StepProps) {
  const t = useText();
  if (state.step !== 'sending' && state.step !== 'saving') return null;
  const file = state.file.name;
  const isSending = state.step === 'sending';
  const words = t(isSending ? 'upload.sending' : 'upload.saving', { file });
  return (
    <>
      <DialogScroll>
        <Text mb={12} style={BREAKS} role="status">
          {words}
        </Text>
        <Progress
          aria-label={words}
          value={isSending ? state.share * 100 : 100}
          {...(isSending ? {} : { striped: true, animated: true })}
        />
        <Quiet>{isSending ? t('upload.share', { share: state.share }) : t('upload.takesWhile')}</Quiet>
        <Quiet>{t('upload.canLeave')}</Quiet>
      </DialogScroll>
      <DialogFoot>
        {isSending ? (
          <Button variant="subtle" onClick={clear}>
            {t('action.cancel')}
          </Button>
        ) : null}
        <Button variant="outline" data-autofocus onClick={onClose}>
          {t('action.close')}
        </Button>
      </DialogFoot>
    </>
  );
}

const FIGURES = { gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))', gap: 12 };

type FigureProps = { name: string; count: number; isBad: boolean };

const Figure = ({ name, count, isBad }: FigureProps) => (
  <Box px={16} py={12} bg="var(--subtle)" bd="1px solid var(--hairline)" bdrs={8}>
    <Text component="dt" fz={13} c="dimmed">
      {name}
    </Text>
    <Text
      component="dd"
      mt={4}
      fz={20}
      lh="28px"
      fw={600}
      lts="-0.015em"
      c={isBad ? 'var(--danger)' : 'var(--text)'}
    >
      {formatCount(count)}
    </Text>
  </Box>
);

type ReportProps = {
  state: Extract<ImportState, { step: 'done' }>;
  onAnother: () => void;
  onClose: () => void;
};

/** How many, and which rows were left out and why. */
function Report({ state: { file, outcome }, onAnother, onClose }: ReportProps) {
  const t = useText();
  const title = useRef<HTMLParagraphElement>(null);
  // What had the focus while it was under way is gone.
  useEffect(() => title.current?.focus(), []);
  const { figures, notes, rejected, rejectedTotal } = outcome;
  return (
    <>
      <DialogScroll>
        <Text ref={title} style={{ ...BREAKS, outline: 'none' }} role="status" tabIndex={-1}>
          {t('upload.done', { file: file.name })}
        </Text>
        <Box component="dl" display="grid" my={16} style={FIGURES}>
          {[...figures, ['imported.rejected', rejectedTotal] as const].map(([id, count]) => (
            <Figure key={id} name={t(id)} count={count} isBad={id === 'imported.rejected' && count > 0} />
          ))}
        </Box>
        {notes.map(([id, count]) => (count > 0 ? <Quiet key={id}>{t(id, { count })}</Quiet> : null))}
        {rejectedTotal === 0 ? (
          <Quiet>{t('imported.allIn')}</Quiet>
        ) : (
          <Rejected rows={rejected} total={rejectedTotal} />
        )}
      </DialogScroll>
      <DialogFoot>
        <Button variant="subtle" onClick={onAnother}>
          {t('upload.another')}
        </Button>
        {rejectedTotal > 0 ? (
          <Button
            variant="outline"
            leftSection={<IconDownload size={16} stroke={2} />}
            onClick={() => saveFile(reportCsv(rejected), reportName(file.name))}
          >
            {t('imported.downloadReport')}
          </Button>
        ) : null}
        <Button
          onClick={() => {
            onAnother();
            onClose();
          }}
        >
          {t('action.close')}
        </Button>
      </DialogFoot>
    </>
  );
}

// What anyone reads on a screen; the others are in the file.
const SHOWN = 100;

function Rejected({ rows, total }: { rows: readonly RejectedRow[]; total: number }) {
  const t = useText();
  return (
    <Box component="section" mt={24}>
      <Title order={3} mb={12}>
        {t('imported.rejectedRows')}
      </Title>
      {total > SHOWN ? (
        <Text mb={12} c="dimmed">
          {t('imported.someRejected', { shown: SHOWN, total, held: rows.length })}
        </Text>
      ) : null}
      <RejectedRows label={t('imported.rejectedRows')} rows={rows.slice(0, SHOWN)} />
    </Box>
  );
}
