// Sending the callbacks of a span of time again: which span, what of it, and in a sentence what that will do.
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
/** Attempts are kept for so long. */
const KEPT_MS = 30 * DAY_MS;

type Props = { project: Project; mode: Mode };

export function ReplayDialog({ opened, onClose, ...props }: Opening & Props) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('callbacks.replay')} size={560}>
      <SpanForm {...props} onClose={onClose} />
    </Dialog>
  );
}

/** Times are on the project's clocks, as the picker has them. */
type Values = { from: string; to: string; outcome: CallbackReplay['outcome'] };

/** The last day, up to the end of this minute. */
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
        minDate={toPicker(new Date(now.getTime() - KEPT_MS), timezone)}
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
      <WhatWillBe projectId={id} span={span} isSpan={form.values.to > form.values.from} />
    </DialogForm>
  );
}

function toSpan({ from, to, outcome }: Values, mode: Mode, timezone: string): ReplayForm {
  const instant = (at: string) => resolvePicked(at, timezone).instant.toISOString();
  return { mode, from: instant(from), to: instant(to), outcome };
}

type WhatProps = { projectId: string; span: ReplayForm; isSpan: boolean };

/** How many attempts there are in the span, and what becomes of them. */
function WhatWillBe({ projectId, span: { outcome, ...span }, isSpan }: WhatProps) {
  const t = useText();
  const filter = { ...span, ...(outcome === 'FAILED' ? { outcome } : {}), page_num: 0, page_size: 1 };
  const { data, error, isPlaceholderData } = useQuery({
    ...callbackAttemptsQuery(projectId, filter),
    enabled: isSpan,
  });
  if (!isSpan) return null;
  const words = () => {
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
      {words()}
    </Text>
  );
}
