// The form for the reading of a transfer's slip and the form to reject it. Shows the decision of a decided
// transfer.

import { amountsInTotal } from '@godwit/contract/payments/amounts';
import { reasonRequest } from '@godwit/contract/staff/accounts';
import { confirmSlipRequest, type Slip, type SlipCase } from '@godwit/contract/staff/payments';
import { Box, Button, Checkbox, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, isConflict } from '../../api/errors.ts';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { formatInstant, formatMoney } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { bold } from '../../ui/richText.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import { confirmSlip, rejectSlip } from '../api/reviews.ts';
import { useReport } from '../shell/report.ts';
import { Note } from './Case.tsx';
import classes from './Decision.module.css';

type Rate = Pick<Slip, 'tax_percentage' | 'tax_included'>;

/**
 * Splits a total on a slip into the credited amount and the tax, to the cent. Returns null if the text is not
 * an amount.
 */
export function onSlip(
  typed: string,
  { tax_percentage: percentage, tax_included: included }: Rate,
): { amount: number; tax: number; total: number } | null {
  const text = typed.trim();
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text) || Number(text) === 0) return null;
  return amountsInTotal(BigInt(Math.round(Number(text) * 100)), { percentage, included });
}

type Props = {
  slip: SlipCase;
  /** Shows the updated transfer after the decision. */
  onDecided: (slip: SlipCase) => void;
  /** Reloads the transfer, which has changed. */
  onLost: () => void;
};

export function SlipDecision({ slip, onDecided, onLost }: Props) {
  const queries = useQueryClient();
  // Explains, beside a colleague's decision, why one's own was refused.
  const [refused, setRefused] = useState<string | null>(null);
  const forms = {
    slip,
    decide: async (call: Promise<SlipCase>): Promise<SlipCase> => {
      setRefused(null);
      const newer = await call;
      onDecided(newer);
      queries.invalidateQueries({ queryKey: ['staff', 'teams'] });
      return newer;
    },
    onError: (error: unknown): boolean => {
      if (!isConflict(error) || Object.keys(error.fields).length > 0) return false;
      setRefused(errorMessage(error));
      onLost();
      return true;
    },
  };
  return (
    <Stack gap={16}>
      <State slip={slip} />
      <Failure>{refused}</Failure>
      {slip.may_decide ? (
        <>
          <ConfirmForm {...forms} />
          <Box className="ruled" pt={24} mt={8}>
            <RejectForm {...forms} />
          </Box>
        </>
      ) : null}
      {slip.may_correct ? <Correction {...forms} /> : null}
    </Stack>
  );
}

/**
 * Names the person who decided or read the slip first, or says why the viewer may not decide. Empty if the
 * viewer can simply decide.
 */
function State({ slip }: Pick<Props, 'slip'>) {
  const t = useText();
  const { status, asked_by: askedBy, asked_at: askedAt, decided_by: by, decided_at: at } = slip;
  if (status !== 'PENDING') {
    const decided = { by: by ?? t('field.none'), at: at ? formatInstant(at) : t('field.none'), b: bold };
    return (
      <Note>
        {status === 'SUCCEEDED'
          ? t.rich('staff.slips.decided', {
              ...decided,
              amount: formatMoney(slip.credited ?? 0, slip.currency),
              reference: slip.reference ?? t('field.none'),
            })
          : t.rich('staff.slips.rejected', decided)}
        {slip.reason ? ` ${slip.reason}` : null}
      </Note>
    );
  }
  if (slip.own_team) return <Note>{t('staff.review.ownTeam')}</Note>;
  if (!askedBy || !askedAt) return null;
  const read = { by: askedBy, at: formatInstant(askedAt), b: bold };
  return (
    <Text style={{ overflowWrap: 'anywhere' }}>
      {slip.may_decide ? t.rich('staff.slips.second', read) : t('staff.slips.own', { at: read.at })}
    </Text>
  );
}

type FormProps = {
  slip: SlipCase;
  decide: (call: Promise<SlipCase>) => Promise<SlipCase>;
  onError: (error: unknown) => boolean;
};

/** Lets the first reader enter the values again. */
function Correction(forms: FormProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  if (open)
    return (
      <>
        <Text>{t('staff.slips.correctText')}</Text>
        <ConfirmForm {...forms} onSent={() => setOpen(false)} />
      </>
    );
  return (
    <Button variant="outline" w={{ base: '100%', xs: 'fit-content' }} onClick={() => setOpen(true)}>
      {t('staff.slips.correct')}
    </Button>
  );
}

function ConfirmForm({ slip, decide, onError, onSent }: FormProps & { onSent?: () => void }) {
  const t = useText();
  const report = useReport();
  const { id, currency } = slip;
  const { form, submit, busy, failure } = useSchemaForm({
    schema: confirmSlipRequest,
    initialValues: { total: '', reference: '', differs: false },
    call: async ({ total: read, reference, differs }) => {
      const { credited } = await decide(confirmSlip(id, { total: read.trim(), reference, differs }));
      onSent?.();
      report(
        credited === null
          ? t('staff.slips.asked')
          : t('staff.slips.credited', { amount: formatMoney(credited, currency) }),
      );
    },
    onError,
    inPlace: true,
  });
  const { total: typed, differs: isKnown } = form.values;
  const reading = onSlip(typed, slip);
  const isOther = reading !== null && Math.abs(Math.round((reading.total - slip.claimed_total) * 100)) > 1;
  const amounts = reading && formatAmounts(reading, currency);
  const total = form.getInputProps('total');
  const hint = slip.tax_included ? 'staff.slips.onSlipIncluded' : 'staff.slips.onSlip';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16} align="flex-start">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16} w="100%">
          <TextInput
            label={t('staff.slips.amount', { currency })}
            description={amounts ? t(hint, amounts) : t('staff.slips.amountHint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
            {...total}
            onChange={(event) => {
              total.onChange(event);
              form.setFieldValue('differs', false);
            }}
          />
          <TextInput
            label={t('staff.slips.reference')}
            autoComplete="off"
            maxLength={80}
            {...form.getInputProps('reference')}
          />
        </SimpleGrid>
        {isOther && amounts ? (
          <Differs
            total={amounts.total}
            claimed={formatMoney(slip.claimed_total, currency)}
            known={form.getInputProps('differs', { type: 'checkbox' })}
          />
        ) : null}
        <Failure>{failure}</Failure>
        <SubmitButton
          busy={busy}
          busyLabel={t('staff.slips.crediting')}
          {...(isOther && !isKnown ? { disabled: true } : {})}
        >
          {amounts ? t('staff.slips.creditAmount', { amount: amounts.amount }) : t('staff.slips.credit')}
        </SubmitButton>
      </Stack>
    </form>
  );
}

const formatAmounts = ({ amount, tax, total }: NonNullable<ReturnType<typeof onSlip>>, currency: string) => ({
  amount: formatMoney(amount, currency),
  tax: formatMoney(tax, currency),
  total: formatMoney(total, currency),
});

type DiffersProps = { total: string; claimed: string; known: GetInputPropsReturnType };

/** Asks for confirmation if the slip has a different total than the customer entered. */
function Differs({ total, claimed, known }: DiffersProps) {
  const t = useText();
  return (
    <NoteBox tone="warning">
      <Text>{t('staff.slips.differs', { total, claimed })}</Text>
      <Checkbox mt={8} label={t('staff.slips.differsYes', { total })} {...known} />
    </NoteBox>
  );
}

function RejectForm({ slip, decide, onError }: FormProps) {
  const t = useText();
  const report = useReport();
  const { form, submit, busy, failure } = useSchemaForm({
    schema: reasonRequest,
    initialValues: { reason: '' },
    call: async ({ reason }) => {
      await decide(rejectSlip(slip.id, reason));
      report(t('staff.review.rejected'));
    },
    onError,
    inPlace: true,
  });
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.decision}>
        <TextInput
          className={classes.reason ?? ''}
          label={t('staff.review.reason')}
          placeholder={t('staff.slips.reasonHint')}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
        <SubmitButton variant="outline" color="red" busy={busy} busyLabel={t('staff.review.rejecting')}>
          {t('staff.slips.reject', { total: formatMoney(slip.claimed_total, slip.currency) })}
        </SubmitButton>
      </div>
      <Failure>{failure}</Failure>
    </form>
  );
}
