// The steps of an import: choose a CSV file, check its first rows, upload it, read the report.
import { MAX_CSV_BYTES, type RejectedRow } from '@godwit/contract/contacts';
import { type CsvColumns, headingOf } from '@godwit/contract/csv/columns';
import { MAX_CSV_ROWS } from '@godwit/contract/csv/rows';
import { Box, Button, Group, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../format.ts';
import { type ParseNumber, phonePlansQuery, toE164 } from '../../phone.ts';
import { useTeam } from '../../session/context.ts';
import { imports } from '../../text/imports/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { FlightPath } from '../../ui/FlightPath.tsx';
import { Dialog, DialogFoot, DialogScroll, type Opening } from '../dialog/Dialog.tsx';
import { saveFile } from '../list/Download.tsx';
import { readPreview } from './csvPreview.ts';
import { FileDrop, formatMebibytes } from './FileDrop.tsx';
import { reportCsv, reportName, templateCsv } from './files.ts';
import { type Importer, type ImportJob, type ImportState, isRunning } from './Import.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { NameConflicts, RejectedRows } from './RejectedRows.tsx';

/** File names can be long. */
const BREAKS = { overflowWrap: 'anywhere' } as const;

type StepProps = { job: ImportJob; onClose: () => void };

export const ImportDialog = withTexts(ImportOfFile, imports);

function ImportOfFile({ job, ...opening }: Opening & { job: ImportJob }) {
  const t = useText();
  return (
    <Dialog {...opening} title={t(job.importer.title)} size={920} closeOnClickOutside={false} parted>
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

/** The step before an upload, or after a failed one, whose file can be uploaded again. */
function Choose({ job, onClose }: StepProps) {
  const t = useText();
  const { state, importer } = job;
  const failed = state.step === 'failed' ? state : null;
  const [chosen, setChosen] = useState<File | null>(failed?.file ?? null);
  // The columns that the person assigned.
  const [columns, setColumns] = useState<CsvColumns | undefined>(failed?.columns);
  const [refused, setRefused] = useState<string | null>(null);
  const preview = usePreview(importer, chosen, columns);
  const problem = refused ?? preview.error?.message ?? failed?.reason ?? null;

  function choose(file: File | null, reason: string | null = null): void {
    job.clear();
    setChosen(file);
    setColumns(undefined);
    setRefused(reason);
  }
  const hasFile = chosen !== null && preview.error === null;
  const ready = hasFile && !preview.isPlaceholderData && preview.data?.isUsable ? preview.data : null;
  return (
    <>
      <DialogScroll>
        {problem === null ? null : <Problem text={problem} />}
        {hasFile ? (
          <ImportPreview
            importer={importer}
            file={chosen}
            preview={preview.data}
            dim={preview.isPlaceholderData}
            onColumns={setColumns}
          />
        ) : (
          <Drop importer={importer} onChoose={choose} />
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
        <Button disabled={ready === null} onClick={() => chosen && ready && job.start(chosen, ready.columns)}>
          {t('action.upload')}
        </Button>
      </DialogFoot>
    </>
  );
}

function Problem({ text }: { text: string }) {
  const t = useText();
  return (
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
      <Text>{text}</Text>
    </Box>
  );
}

type DropProps = { importer: Importer; onChoose: (file: File | null, reason?: string) => void };

/** The area to drop a file, and a template with the headings. */
function Drop({ importer, onChoose }: DropProps) {
  const t = useText();
  const limits = { rows: MAX_CSV_ROWS, size: formatMebibytes(MAX_CSV_BYTES) };
  const headings = importer.fields.map(([field]) => headingOf(field));
  return (
    <>
      <FileDrop
        hint={`${t(importer.hint)} ${t('upload.limits', limits)}`}
        maxBytes={MAX_CSV_BYTES}
        onFile={onChoose}
        onRefused={(reason) => onChoose(null, reason)}
      />
      <Group justify="center" mt={8}>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} />}
          onClick={() => saveFile(templateCsv(headings), `${importer.name}-template.csv`)}
        >
          {t('upload.template')}
        </Button>
      </Group>
    </>
  );
}

/**
 * The preview of a file, with numbers read by the rules of the team's country. Its error's message can be
 * shown.
 */
function usePreview({ fields, byHeading = [] }: Importer, file: File | null, chosen: CsvColumns | undefined) {
  const t = useText();
  const country = useTeam().region.id;
  const plans = useQuery(phonePlansQuery);
  const parse = plans.data?.parsePhoneNumberFromString;
  const numberOf = (cell: string, parse: ParseNumber) => {
    const number = toE164(cell, country, parse);
    return number === null ? { reason: t('upload.badNumber') } : { number };
  };
  const which = `${file?.name} ${file?.size} ${file?.lastModified}`;
  return useQuery({
    queryKey: ['csv preview', which, country, chosen],
    queryFn:
      file && parse
        ? ({ signal }) =>
            readPreview(file, {
              fields: [...fields.map(([field]) => field), ...byHeading],
              chosen,
              readNumber: (cell) => numberOf(cell, parse),
              unreadable: t('upload.unreadable'),
              signal,
            })
        : skipToken,
    // Keeps the previous preview while columns change, but not when the file does.
    placeholderData: (last, query) => (query?.queryKey[1] === which ? last : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

const Dimmed = ({ children }: { children: string }) => (
  <Text mt={8} c="dimmed">
    {children}
  </Text>
);

/** The progress of the upload and of saving. Both continue without the dialog. */
function Running({ job: { state, clear }, onClose }: StepProps) {
  const t = useText();
  if (state.step !== 'sending' && state.step !== 'saving') return null;
  const file = state.file.name;
  const isSending = state.step === 'sending';
  const text = t(isSending ? 'upload.sending' : 'upload.saving', { file });
  return (
    <>
      <DialogScroll>
        <Text mb={12} style={BREAKS} role="status">
          {text}
        </Text>
        <Box
          role="progressbar"
          aria-label={text}
          aria-valuemin={0}
          aria-valuemax={100}
          {...(isSending ? { 'aria-valuenow': Math.round(state.share * 100) } : {})}
        >
          <UploadPath state={state} />
        </Box>
        <Dimmed>{isSending ? t('upload.share', { share: state.share }) : t('upload.takesWhile')}</Dimmed>
        <Dimmed>{t('upload.canLeave')}</Dimmed>
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

type UploadPathProps = { state: Extract<ImportState, { step: 'sending' | 'saving' | 'done' }> };

/** The progress of the file: upload, reading, done. */
function UploadPath({ state }: UploadPathProps) {
  const t = useText();
  const { step } = state;
  const steps = [
    { name: t('upload.stepSending'), value: null, share: 1 },
    { name: t('upload.stepReading'), value: null, share: step === 'sending' ? state.share : 1 },
    { name: t('upload.stepDone'), value: null, share: step === 'done' ? 1 : 0 },
  ];
  return <FlightPath steps={steps} label={t('upload.way')} />;
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

/** The number of imported rows, and the rejected rows with reasons. */
function Report({ state, onAnother, onClose }: ReportProps) {
  const t = useText();
  const { file, outcome } = state;
  const title = useRef<HTMLParagraphElement>(null);
  // The element that had the focus during the import is gone.
  useEffect(() => title.current?.focus(), []);
  const { figures, notes, rejected, rejectedTotal, conflicts, conflictsTotal } = outcome;
  return (
    <>
      <DialogScroll>
        <Text ref={title} style={{ ...BREAKS, outline: 'none' }} role="status" tabIndex={-1}>
          {t('upload.done', { file: file.name })}
        </Text>
        <UploadPath state={state} />
        <Box component="dl" display="grid" my={16} style={FIGURES}>
          {[...figures, ['imported.rejected', rejectedTotal] as const].map(([id, count]) => (
            <Figure key={id} name={t(id)} count={count} isBad={id === 'imported.rejected' && count > 0} />
          ))}
        </Box>
        {notes.map(([id, count]) => (count > 0 ? <Dimmed key={id}>{t(id, { count })}</Dimmed> : null))}
        <NameConflicts
          textId="imported.conflicts"
          count={conflictsTotal}
          conflicts={conflicts}
          shown={SHOWN}
        />
        {rejectedTotal === 0 ? (
          <Dimmed>{t('imported.allIn')}</Dimmed>
        ) : (
          <Rejected rows={rejected} total={rejectedTotal} />
        )}
      </DialogScroll>
      <DialogFoot>
        <Button variant="subtle" onClick={onAnother}>
          {t('upload.another')}
        </Button>
        {rejectedTotal + conflictsTotal > 0 ? (
          <Button
            variant="outline"
            leftSection={<IconDownload size={16} />}
            onClick={() => saveFile(reportCsv(rejected, conflicts), reportName(file.name))}
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

// The number of rejected rows on screen. The report file has the rest.
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
