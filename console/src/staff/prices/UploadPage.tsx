// Uploads a price list, at `/staff/prices/upload`: choose a file and a time, preview the changes, then apply
// them.
import type { PricesPreview } from '@godwit/contract/staff/operations';
import { pricesUpload } from '@godwit/contract/staff/operations';
import { Box, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { Suspense, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError, isConflict } from '../../api/errors.ts';
import { useAction } from '../../components/form/useSubmit.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { toastError, toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, LoadingCard } from '../../ui/Card.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { applyPrices, type PricesUpload, previewPrices, regionOf } from '../api/prices.ts';
import { staffPaths } from '../paths.ts';
import { staffPrices } from '../pricesText.ts';
import { FileField } from '../shell/FileField.tsx';
import { StaffPage } from '../shell/StaffPage.tsx';
import { WhenField } from './WhenField.tsx';

const Preview = lazyPart(() => import('./Preview.tsx'), 'Preview');

type Problems = { csv?: string | undefined; valid_from?: string | undefined };
/** A previewed upload. Changing the file or the time invalidates it. */
type Compared = { upload: PricesUpload; preview: PricesPreview };

function UploadPage() {
  const t = useText();
  const [params] = useSearchParams();
  const region = regionOf(params.get('region'));
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null);
  const [at, setAt] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [compared, setCompared] = useState<Compared | null>(null);
  const back = `${staffPaths.prices}?region=${region}`;

  // Counts changes of the form, to ignore previews of an older state.
  const version = useRef(0);
  function reset(): void {
    version.current += 1;
    setProblems({});
    setCompared(null);
  }

  function chooseTime(next: string | null): void {
    reset();
    setAt(next);
  }

  async function choose(chosen: File): Promise<void> {
    reset();
    try {
      setFile({ name: chosen.name, csv: await chosen.text() });
    } catch (error) {
      toastError(error);
    }
  }

  function onError(error: unknown): boolean {
    // The prices have changed since, so the preview is outdated.
    if (isConflict(error)) setCompared(null);
    const fields = error instanceof ApiError ? (error.fields as Problems) : {};
    if (!fields.csv && !fields.valid_from) return false;
    setProblems(fields);
    return true;
  }
  const comparing = useAction({
    call: async (upload: PricesUpload) => {
      const startVersion = version.current;
      const preview = await previewPrices(upload);
      if (version.current === startVersion) setCompared({ upload, preview });
    },
    onError,
  });
  const applying = useAction({
    call: async ({ upload, preview }: Compared) => {
      await applyPrices(upload, preview.digest);
      queries.invalidateQueries({ queryKey: ['staff', 'prices'] });
      toastSuccess(
        upload.valid_from === null
          ? t('staff.upload.applied')
          : t('staff.upload.scheduled', { at: formatInstant(upload.valid_from) }),
      );
      await navigate(back);
    },
    onError,
  });

  function compare(): void {
    const validFrom = at === null ? null : dayjs(at).toISOString();
    const upload = { region, valid_from: validFrom, csv: file?.csv ?? '' };
    const checked = pricesUpload.safeParse(upload);
    if (checked.success) {
      reset();
      comparing.run(upload);
      return;
    }
    const { csv, valid_from: when } = checked.error.flatten().fieldErrors;
    setProblems({ csv: csv?.[0], valid_from: when?.[0] });
  }

  return (
    <StaffPage title={t('staff.upload.title', { region: t(`region.${region}`) })} back={back}>
      <Stack gap={40}>
        <Card>
          <FileField
            label={t('staff.upload.file')}
            hint={t('staff.upload.hint')}
            name={file?.name}
            problem={problems.csv}
            onFile={choose}
            onRefused={(reason) => {
              reset();
              setProblems({ csv: reason });
            }}
          />
          <Box mt={24}>
            <WhenField at={at} problem={problems.valid_from} onChange={chooseTime} />
          </Box>
          <SubmitButton
            mt={24}
            variant={compared ? 'outline' : 'filled'}
            busy={comparing.busy}
            busyLabel={t('staff.upload.comparing')}
            onClick={compare}
          >
            {t('staff.upload.preview')}
          </SubmitButton>
        </Card>
        {compared ? (
          <Suspense fallback={<LoadingCard heights={[28, 160]} />}>
            <Preview {...compared} isApplying={applying.busy} onApply={() => applying.run(compared)} />
          </Suspense>
        ) : null}
      </Stack>
    </StaffPage>
  );
}

export default withTexts(UploadPage, staffPrices);
