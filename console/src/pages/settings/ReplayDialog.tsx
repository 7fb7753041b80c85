// Sends the callbacks of a period again: the user chooses the period and the outcome, and sees their number.
import type { CallbackReplay } from '@godwit/contract/callbackLog';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Project } from '@godwit/contract/projects';
import { Radio, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { errorMessage } from '../../api/errors.ts';
import { callbackAttemptsQuery, type ReplayForm, replaySpan } from '../../api/projects.ts';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useIdempotencyKeys } from '../../components/form/useIdempotencyKeys.ts';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { formatZone, resolvePicked, toPicker } from '../../components/message/schedule.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';

const TimePicker = lazyPart(() => import('../../components/form/DatePickers.tsx'), 'TimePicker');

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The picker offers the last 30 days. */
const MAX_AGE_MS = 30 * DAY_MS;

type Props = { project: Project; mode: Mode };

export function ReplayDialog({ opened, onClose, ...props }: Opening & Props) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('callbacks.replay')} size={560}>
      <SpanForm {...props} onClose={onClose} />
    </Dialog>
  );
}

/** Times are local to the project's time zone, in the format of the picker. */
type Values = { from: string; to: string; outcome: CallbackReplay['outcome'] };

/** Returns the last 24 hours, up to the end of this minute. */
function lastDay(timezone: string): Values {
  const end = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
  const [from, to] = [end - DAY_MS, end].map((ms) => toPicker(new Date(ms), timezone)) as [string, string];
  return { from, to, outcome: 'FAILED' };
}

function SpanForm({ project: { id, timezone }, mode, onClose }: Props & { onClose: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const form = useForm<Values>({
    initialValues: lastDay(timezone),
    validate: { to: (to, { from }) => (to > from ? null : t('callbacks.spanOrder')) },
  });
  const keyOf = useIdempotencyKeys();
  const span = toSpan(form.values, mode, timezone);
  const sending = useSubmit({
    form,
    call: async () => {
      await replaySpan(id, span, keyOf(JSON.stringify(span)));
      toastSuccess(t('callbacks.replayBegun'));
      await Promise.all(
        ['callbackReplays', 'callbackAttempts'].map((name) =>
          queries.invalidateQueries({ queryKey: [name, id] }),
        ),
      );
      onClose();
    },
    inPlace: true,
  });
  const now = new Date();
  const picker = (name: 'from' | 'to') => (
    <Suspense fallback={<Skeleton height={64} />}>
      <TimePicker
        name={t(name === 'from' ? 'callbacks.from' : 'callbacks.to')}
        at={form.values[name]}
        onChange={(at) => form.setFieldValue(name, at)}
        description={name === 'to' ? formatZone(timezone, resolvePicked(form.values.to, timezone)) : null}
        minDate={toPicker(new Date(now.getTime() - MAX_AGE_MS), timezone)}
        maxDate={toPicker(new Date(now.getTime() + MINUTE_MS), timezone)}
        error={form.errors[name]}
      />
    </Suspense>
  );
  return (
    <DialogForm
      {...sending}
      text={t('callbacks.replayText')}
      action={t('callbacks.replayAction')}
      busyLabel={t('message.callbackAgainBusy')}
      onCancel={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        {picker('from')}
        {picker('to')}
      </SimpleGrid>
      <Radio.Group label={t('callbacks.what')} {...form.getInputProps('outcome')}>
        <Stack gap={12} mt={8}>
          <Radio value="FAILED" label={t('callbacks.onlyFailed')} />
          <Radio value="ALL" label={t('callbacks.everything')} />
        </Stack>
      </Radio.Group>
      <ReplayPreview projectId={id} span={span} isSpan={form.values.to > form.values.from} />
    </DialogForm>
  );
}

function toSpan({ from, to, outcome }: Values, mode: Mode, timezone: string): ReplayForm {
  const instant = (at: string) => resolvePicked(at, timezone).instant.toISOString();
  return { mode, from: instant(from), to: instant(to), outcome };
}

type PreviewProps = { projectId: string; span: ReplayForm; isSpan: boolean };

/** Shows the number of attempts in the period and what a replay does with them. */
function ReplayPreview({ projectId, span: { outcome, ...span }, isSpan }: PreviewProps) {
  const t = useText();
  const filter = { ...span, ...(outcome === 'FAILED' ? { outcome } : {}), page_num: 0, page_size: 1 };
  const { data, error, isPlaceholderData } = useQuery({
    ...callbackAttemptsQuery(projectId, filter),
    enabled: isSpan,
  });
  if (!isSpan) return null;
  const text = () => {
    if (error) return errorMessage(error);
    if (!data) return t('callbacks.counting');
    const { total: count, more } = data;
    if (count === 0) return t(outcome === 'FAILED' ? 'callbacks.noFailed' : 'callbacks.noAttempts');
    const found = t(outcome === 'FAILED' ? 'callbacks.failedCount' : 'callbacks.allCount', {
      count,
      more: more ? 'yes' : 'no',
    });
    return `${found} ${t(outcome === 'FAILED' ? 'callbacks.failedThen' : 'callbacks.allThen')}`;
  };
  return (
    <Text role="status" opacity={isPlaceholderData ? 0.5 : 1}>
      {text()}
    </Text>
  );
}
