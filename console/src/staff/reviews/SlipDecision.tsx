// What is read on the slip of a transfer, or why it is rejected; once decided, what was decided and by whom.
import { confirmSlipRequest, type Slip, type SlipCase } from '@godwit/contract/staffPayments';
import { rejectRequest as rejectSchema } from '@godwit/contract/staffReviews';
import { amountsWithTax } from '@godwit/contract/tax';
import { Box, Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict, wordsFor } from '../../api/errors.ts';
import { toastSuccess } from '../../components/toast.ts';
import { useSchemaForm } from '../../components/useSubmit.ts';
import { formatInstant, formatMoney } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { bold } from '../../ui/richText.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import { confirmSlip, rejectRequest } from '../api/reviews.ts';
import { Note } from './Case.tsx';
import classes from './Decision.module.css';

type Rate = Pick<Slip, 'tax_percentage' | 'tax_included'>;

/** Of an amount as typed: what was transferred and the tax in that, to the cent. Null for what is no amount. */
export function onSlip(
  typed: string,
  { tax_percentage: percentage, tax_included: included }: Rate,
): { amount: number; tax: number; total: number } | null {
  const text = typed.trim();
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text) || Number(text) === 0) return null;
  return amountsWithTax(BigInt(Math.round(Number(text) * 100)), { percentage, included });
}

type Props = {
  slip: SlipCase;
  /** Shows the transfer as it is after the decision. */
  onDecided: (slip: SlipCase) => void;
  /** What the page shows may be old. */
  onLost: () => void;
};

export function SlipDecision({ slip, onDecided, onLost }: Props) {
  const queries = useQueryClient();
  // Stays beside what a colleague has decided, so that it is known why one's own decision is not there.
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
      setRefused(wordsFor(error));
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

/** Who has decided, or has read it first, or why the one who looks may not decide; nothing where it is simply to be decided. */
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

/** The first reader types it anew. */
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
  const { id, currency } = slip;
  const { form, submit, busy, failure } = useSchemaForm({
    schema: confirmSlipRequest,
    initialValues: { amount: '', reference: '' },
    call: async ({ amount, reference }) => {
      const { credited } = await decide(confirmSlip(id, { amount: amount.trim(), reference }));
      onSent?.();
      toastSuccess(
        credited === null
          ? t('staff.slips.asked')
          : t('staff.slips.credited', { amount: formatMoney(credited, currency) }),
      );
    },
    onError,
    inPlace: true,
  });
  const said = onSlip(form.getValues().amount, slip);
  const words = said && {
    amount: formatMoney(said.amount, currency),
    tax: formatMoney(said.tax, currency),
    total: formatMoney(said.total, currency),
  };
  const hint = slip.tax_included ? 'staff.slips.onSlipIncluded' : 'staff.slips.onSlip';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16} align="flex-start">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16} w="100%">
          <TextInput
            label={t('staff.slips.amount', { currency })}
            description={words ? t(hint, words) : t('staff.slips.amountHint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
            {...form.getInputProps('amount')}
          />
          <TextInput
            label={t('staff.slips.reference')}
            autoComplete="off"
            maxLength={80}
            {...form.getInputProps('reference')}
          />
        </SimpleGrid>
        <Failure>{failure}</Failure>
        <SubmitButton busy={busy} busyLabel={t('staff.slips.crediting')}>
          {t('staff.slips.credit')}
        </SubmitButton>
      </Stack>
    </form>
  );
}

function RejectForm({ slip, decide, onError }: FormProps) {
  const t = useText();
  const { form, submit, busy, failure } = useSchemaForm({
    schema: rejectSchema,
    initialValues: { reason: '' },
    call: async ({ reason }) => {
      await decide(rejectRequest('slips', slip.id, reason));
      toastSuccess(t('staff.review.rejected'));
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
          {t('staff.reject')}
        </SubmitButton>
      </div>
      <Failure>{failure}</Failure>
    </form>
  );
}
