// A new price list, at `/staff/prices/upload`: a file, when it counts from, what that would change, and only then applied.
import type { PricesPreview } from '@godwit/contract/staffOperations';
import { pricesUpload } from '@godwit/contract/staffOperations';
import { Button, FileButton, Radio } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { applyPrices, type PricesUpload, previewPrices } from '../api/prices.ts';
import { staffPaths } from '../paths.ts';
import { StaffPage } from '../shell/StaffPage.tsx';
import { InstantPicker, PICKER_FORMAT } from './InstantPicker.tsx';
import { Preview } from './Preview.tsx';
import { regionOf } from './region.ts';
import classes from './UploadPage.module.css';

type Problems = { csv?: string | undefined; valid_from?: string | undefined };
/** What was compared, and what came of it; another file or time needs another look. */
type Compared = { upload: PricesUpload; preview: PricesPreview };

const STATE_CONFLICT = 1013;

export default function UploadPage() {
  const t = useText();
  const [params] = useSearchParams();
  const region = regionOf(params.get('region'));
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null);
  const [at, setAt] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [compared, setCompared] = useState<Compared | null>(null);
  const [busy, setBusy] = useState<'preview' | 'apply' | null>(null);
  const back = `${staffPaths.prices}?region=${region}`;

  // Says whether an answer is still about what is chosen.
  const turn = useRef(0);
  function forget(): void {
    turn.current += 1;
    setProblems({});
    setCompared(null);
  }

  function chooseTime(next: string | null): void {
    forget();
    setAt(next);
  }

  async function choose(chosen: File | null): Promise<void> {
    if (!chosen) return;
    forget();
    try {
      setFile({ name: chosen.name, csv: await chosen.text() });
    } catch (error) {
      toastError(error);
    }
  }

  async function run(what: 'preview' | 'apply', call: () => Promise<void>): Promise<void> {
    setBusy(what);
    try {
      await call();
    } catch (error) {
      const fields = error instanceof ApiError ? (error.fields as Problems) : {};
      if (fields.csv || fields.valid_from) setProblems(fields);
      else toastError(error);
      // The list has changed since: what was shown is no longer what would happen.
      if (error instanceof ApiError && error.code === STATE_CONFLICT) setCompared(null);
    }
    setBusy(null);
  }

  function preview(): void {
    const validFrom = at === null ? null : dayjs(at).toISOString();
    const upload = { region, valid_from: validFrom, csv: file?.csv ?? '' };
    const checked = pricesUpload.safeParse(upload);
    if (!checked.success) {
      const { csv, valid_from: when } = checked.error.flatten().fieldErrors;
      setProblems({ csv: csv?.[0], valid_from: when?.[0] });
      return;
    }
    forget();
    const mine = turn.current;
    run('preview', async () => {
      const shown = await previewPrices(upload);
      if (turn.current === mine) setCompared({ upload, preview: shown });
    });
  }

  function apply({ upload, preview: shown }: Compared): void {
    run('apply', async () => {
      await applyPrices(upload, shown.digest);
      queries.invalidateQueries({ queryKey: ['staff', 'prices'] });
      toastSuccess(
        upload.valid_from === null
          ? t('staff.upload.applied')
          : t('staff.upload.scheduled', { at: formatInstant(upload.valid_from) }),
      );
      await navigate(back);
    });
  }

  return (
    <StaffPage title={t('staff.upload.title', { region: t(`staff.region.${region}`) })} back={back}>
      <Card>
        <FileChoice name={file?.name} problem={problems.csv} onChoose={choose} />
        <Radio.Group
          className={classes.when ?? ''}
          label={t('staff.upload.when')}
          value={at === null ? 'now' : 'later'}
          onChange={(value) =>
            chooseTime(value === 'now' ? null : dayjs().add(1, 'day').startOf('day').format(PICKER_FORMAT))
          }
        >
          <div className={classes.choices}>
            <Radio value="now" label={t('staff.upload.now')} />
            <Radio value="later" label={t('staff.upload.later')} />
          </div>
        </Radio.Group>
        {at === null ? null : (
          <div className={classes.at}>
            <InstantPicker at={at} error={problems.valid_from} onChange={chooseTime} />
          </div>
        )}
        <SubmitButton
          className={classes.submit ?? ''}
          variant={compared ? 'outline' : 'filled'}
          busy={busy === 'preview'}
          busyLabel={t('staff.upload.comparing')}
          onClick={preview}
        >
          {t('staff.upload.preview')}
        </SubmitButton>
      </Card>
      {compared ? (
        <Preview {...compared} isApplying={busy === 'apply'} onApply={() => apply(compared)} />
      ) : null}
    </StaffPage>
  );
}

type FileChoiceProps = {
  name: string | undefined;
  problem: string | undefined;
  onChoose: (file: File | null) => void;
};

function FileChoice({ name, problem, onChoose }: FileChoiceProps) {
  const t = useText();
  // Browsers are silent about a file that is chosen again, and a mended one has the same name.
  const reset = useRef<() => void>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldsets bring a frame, and a legend that is no label
    <div role="group" aria-label={t('staff.upload.file')}>
      <p className={classes.label}>{t('staff.upload.file')}</p>
      <div className={classes.file}>
        <FileButton
          accept=".csv,text/csv"
          resetRef={reset}
          onChange={(file) => {
            onChoose(file);
            reset.current?.();
          }}
        >
          {(props) => (
            <Button {...props} variant="outline">
              {t(name ? 'staff.upload.chooseOther' : 'staff.upload.choose')}
            </Button>
          )}
        </FileButton>
        <span className={classes.name}>{name ?? t('staff.upload.none')}</span>
      </div>
      {problem ? (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <p className={classes.hint}>{t('staff.upload.hint')}</p>
    </div>
  );
}
