// Records what a person allowed: the statement, when and how it was made, and its proof.
import { CONSENT_KINDS, CONSENT_LIMITS, type ConsentKind } from '@godwit/contract/consentRules';
import type { Mode } from '@godwit/contract/messages/statuses';
import { Radio, Select, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { Suspense } from 'react';
import { recordConsent } from '../../api/contacts.ts';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { formatZone, resolvePicked, toPicker } from '../../components/message/schedule.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useProjects } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';

const TimePicker = lazyPart(() => import('../../components/form/DatePickers.tsx'), 'TimePicker');

/** The months after which a consent ends; 0 if it does not. */
const ENDS = ['0', '6', '12', '24'] as const;
type Ends = (typeof ENDS)[number];

type Props = { number: string; mode: Mode };
/** `at` is in the format of the picker. */
type Values = { kind: ConsentKind; at: string; source: string; wording: string; proof: string; ends: Ends };

/** The dialog that records a consent. */
export function RecordConsent({ number, mode, ...opening }: Opening & Props) {
  const t = useText();
  return (
    <Dialog {...opening} title={t('person.record')} size={560}>
      <RecordForm number={number} mode={mode} onClose={opening.onClose} />
    </Dialog>
  );
}

function RecordForm({ number, mode, onClose }: Props & Pick<Opening, 'onClose'>) {
  const t = useText();
  const queries = useQueryClient();
  const { project } = useProjects();
  const timezone = project?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = new Date();
  const form = useForm<Values>({
    initialValues: {
      ...{ kind: 'GIVEN', at: toPicker(now, timezone), ends: '0' },
      ...{ source: '', wording: '', proof: '' },
    },
    validate: { source: (source) => (source.trim() ? null : t('consents.sourceRequired')) },
  });
  const { kind, at } = form.values;
  const submission = useSubmit({
    form,
    names: { expires_at: 'ends' },
    call: async ({ ends, ...given }) => {
      const made = resolvePicked(given.at, timezone).instant;
      const expires = kind === 'WITHDRAWN' ? null : endOf(made, Number(ends));
      await recordConsent({ ...given, number, mode, at: made.toISOString(), expires_at: expires });
      await Promise.all(
        ['consents', 'opt-outs'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      );
      toastSuccess(t('consents.recorded'));
      onClose();
    },
    inPlace: true,
  });
  return (
    <DialogForm
      {...submission}
      text={t('consents.forGood')}
      action={t('person.record')}
      busyLabel={t('consents.recording')}
      onCancel={onClose}
    >
      <Radio.Group label={t('consents.kind')} {...form.getInputProps('kind')}>
        <Stack gap={8} mt={8}>
          {CONSENT_KINDS.map((one) => (
            <Radio key={one} value={one} label={t(`person.${one}`)} description={t(`consents.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Suspense fallback={<Skeleton height={64} />}>
        <TimePicker
          name={t('consents.at')}
          at={at}
          onChange={(picked) => form.setFieldValue('at', picked)}
          description={formatZone(timezone, resolvePicked(at, timezone))}
          maxDate={toPicker(now, timezone)}
          error={form.errors.at}
        />
      </Suspense>
      <TextInput
        label={t('consents.source')}
        description={t('consents.sourceHint')}
        maxLength={CONSENT_LIMITS.source}
        {...form.getInputProps('source')}
      />
      {kind === 'WITHDRAWN' ? null : (
        <Select
          label={t('consents.ends')}
          data={ENDS.map((months) => ({
            value: months,
            label: t('consents.months', { count: Number(months) }),
          }))}
          allowDeselect={false}
          {...form.getInputProps('ends')}
        />
      )}
      <Textarea
        label={t('consents.wording')}
        description={t('consents.wordingHint')}
        maxLength={CONSENT_LIMITS.wording}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('wording')}
      />
      <TextInput
        label={t('consents.proof')}
        description={t('consents.proofHint')}
        maxLength={CONSENT_LIMITS.proof}
        {...form.getInputProps('proof')}
      />
    </DialogForm>
  );
}

/** The end of a consent so many months after an instant, ISO 8601; null for none. */
const endOf = (made: Date, months: number): string | null =>
  months === 0 ? null : dayjs(made).add(months, 'month').toISOString();
