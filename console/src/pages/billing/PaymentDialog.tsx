// The payment dialog: the amount, the method and the total with tax. A card payment continues on the
// provider's page; a bank transfer needs a slip.
import type { Gateway, PaymentOptions } from '@godwit/contract/payments/payments';
import { AMOUNT_INVALID, SLIP_REQUIRED } from '@godwit/contract/sentences/billing';
import { Button, Radio, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import {
  BILLING_KEY,
  beginPayment,
  outlookQuery,
  paymentOptionsQuery,
  recordTransfer,
} from '../../api/billing.ts';
import { isConflict } from '../../api/errors.ts';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { DocumentUpload } from '../../components/form/DocumentUpload.tsx';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { type UploadControl, useUpload } from '../../components/form/useUpload.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { SupportLine } from '../../components/SupportLine.tsx';
import { toastError, toastSuccess } from '../../components/toast/toast.ts';
import { formatMoney } from '../../format.ts';
import { paths } from '../../paths.ts';
import { translate } from '../../text/translate.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { NoteBox } from '../../ui/NoteBox.tsx';
import {
  amountsOf,
  clearAttempt,
  idempotencyKeyFor,
  openCheckout,
  plainAmount,
  savedInput,
  saveInput,
} from './attempt.ts';
import { Sum } from './Invoice.tsx';
import { boughtBy, presetsOf } from './outlook.ts';

type Method = Gateway | 'BANK';
type Values = { amount: string; method: string; file: string };
type Form = UseFormReturnType<Values>;

type Props = Opening & { teamId: string };

export function PaymentDialog({ teamId, ...opening }: Props) {
  const t = useText();
  const { data, error, refetch } = useQuery(paymentOptionsQuery);
  return (
    <Dialog {...opening} title={t('pay.title')} size={520}>
      {data ? <PaymentForm teamId={teamId} options={data} onClose={opening.onClose} /> : null}
      {!data && error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <Stack gap={24} aria-busy="true">
          <Skeleton height={64} />
          <Skeleton height={96} />
          <Skeleton height={80} />
        </Stack>
      ) : null}
    </Dialog>
  );
}

type FormProps = { teamId: string; options: PaymentOptions; onClose: () => void };

function PaymentForm({ teamId, options, onClose }: FormProps) {
  const t = useText();
  const { form, slip, ...state } = usePayment({ teamId, options, onClose });
  const { method } = form.values;
  const isBank = method === 'BANK';
  const isPractice = options.cards.some(({ ipg, practice }) => ipg === method && practice);
  return (
    <DialogForm
      {...state}
      action={t(isBank ? 'pay.record' : 'pay.continue')}
      busyLabel={t(isBank ? 'pay.recording' : 'pay.continuing')}
      onCancel={onClose}
    >
      <TextInput
        label={t('pay.amount')}
        description={limitsOf(t, options)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        data-autofocus
        leftSection={<Text c="dimmed">{options.currency_symbol}</Text>}
        leftSectionPointerEvents="none"
        {...form.getInputProps('amount')}
      />
      <Presets form={form} options={options} />
      <MethodField form={form} options={options} />
      <PaymentTotal typed={form.values.amount} options={options} />
      {isBank ? <Transfer options={options} slip={slip} error={form.errors.file} /> : null}
      {isPractice ? <NoteBox tone="info">{t('pay.practice')}</NoteBox> : null}
      {isBank || isPractice ? null : <Text c="dimmed">{t('pay.leaves')}</Text>}
    </DialogForm>
  );
}

function usePayment({ teamId, options, onClose }: FormProps) {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const clearFile = useRef(() => {});
  const slip = useUpload(() => clearFile.current());
  const saved = savedInput(teamId);
  const methods: string[] = [...options.cards.map(({ ipg }) => ipg), 'BANK'];
  const form: Form = useForm<Values>({
    initialValues: {
      amount: saved.amount,
      method: methods.includes(saved.method) ? saved.method : (methods[0] ?? 'BANK'),
      file: '',
    },
    onValuesChange: (values) => saveInput(teamId, values),
    validate: {
      amount: (typed) => amountProblem(t, typed, options),
      file: (_file, { method }) => (method === 'BANK' ? slipProblem(t, slip) : null),
    },
  });
  clearFile.current = () => form.clearFieldError('file');
  useEffect(() => {
    // The document also shows its own error.
    if (slip.upload.state === 'failed' && slip.upload.reason === null) toastError(t('document.failed'));
  }, [slip.upload, t]);
  // Back from the provider may restore the page from the browser's cache, with its button still busy.
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });

  const submission = useSubmit({
    form,
    once: true,
    inPlace: true,
    names: { ipg: 'method' },
    call: async ({ amount: typed, method }) => {
      const amount = plainAmount(typed);
      const key = idempotencyKeyFor(teamId, { amount: typed, method });
      if (method !== 'BANK') {
        openCheckout(await beginPayment({ amount, ipg: method as Gateway, key }));
        return;
      }
      await recordTransfer({ amount, file: slip.upload.state === 'done' ? slip.upload.file.id : '', key });
      clearAttempt(teamId);
      toastSuccess(t('pay.recorded'));
      onClose();
      void navigate(paths.payments);
      await client.invalidateQueries({ queryKey: BILLING_KEY });
    },
    onError: (error) => {
      // This key already created a payment that has progressed since. The next press starts another payment.
      if (isConflict(error) && !error.fields.file) clearAttempt(teamId);
      return false;
    },
  });
  return { form, slip, ...submission };
}

/** Returns why an amount cannot be paid; null if it can. */
function amountProblem(t: Translate, typed: string, options: PaymentOptions): string | null {
  const { min, max, currency_symbol: symbol, tax } = options;
  const amounts = amountsOf(typed, tax);
  if (!amounts) return translate(AMOUNT_INVALID);
  if (min !== null && amounts.amount < min) return t('pay.least', { least: formatMoney(min, symbol) });
  if (max !== null && amounts.amount > max) return t('pay.most', { most: formatMoney(max, symbol) });
  return null;
}

function slipProblem(t: Translate, { upload }: UploadControl): string | null {
  if (upload.state === 'sending') return t('document.wait');
  return upload.state === 'done' ? null : translate(SLIP_REQUIRED);
}

function limitsOf(t: Translate, { min, max, currency_symbol: symbol }: PaymentOptions): string | undefined {
  const least = min === null ? '' : formatMoney(min, symbol);
  const most = max === null ? '' : formatMoney(max, symbol);
  if (least && most) return t('pay.between', { least, most });
  if (least) return t('pay.from', { least });
  return most ? t('pay.upTo', { most }) : undefined;
}

/** Amounts to choose from, each with the messages it buys. Nothing while the price is unknown. */
function Presets({ form, options }: { form: Form; options: PaymentOptions }) {
  const t = useText();
  const { data } = useQuery(outlookQuery);
  if (!data) return null;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={8} mt={-8}>
      {presetsOf(data, options).map((amount) => {
        const bought = boughtBy(amountsOf(String(amount), options.tax)?.amount ?? amount, data);
        return (
          <Button
            key={amount}
            variant="outline"
            h="auto"
            py={8}
            px={8}
            aria-pressed={plainAmount(form.values.amount) === String(amount)}
            onClick={() => form.setFieldValue('amount', String(amount))}
          >
            <Stack gap={0} style={{ whiteSpace: 'normal' }}>
              {formatMoney(amount, options.currency_symbol)}
              {bought ? (
                <Text span fz={13} fw={400} c="dimmed">
                  {t('billing.buys', bought)}
                </Text>
              ) : null}
            </Stack>
          </Button>
        );
      })}
    </SimpleGrid>
  );
}

/** In Sri Lanka there are options for local and international cards; elsewhere there is one for all cards. */
function MethodField({ form, options: { cards } }: { form: Form; options: PaymentOptions }) {
  const t = useText();
  const cardName = (local: boolean) => t(local ? 'pay.local' : 'pay.international');
  return (
    <Radio.Group label={t('pay.method')} {...form.getInputProps('method')}>
      <Stack gap={12} mt={8}>
        {cards.map(({ ipg, local }) => (
          <Radio key={ipg} value={ipg} label={cards.length > 1 ? cardName(local) : t('pay.card')} />
        ))}
        <Radio value={'BANK' satisfies Method} label={t('pay.bank')} />
      </Stack>
    </Radio.Group>
  );
}

/** Shows the amount for the balance, the tax and the total as soon as the user types a figure. */
function PaymentTotal({ typed, options }: { typed: string; options: PaymentOptions }) {
  const t = useText();
  const { tax, currency_symbol: symbol } = options;
  const amounts = amountsOf(typed, tax);
  const money = (amount: number | undefined) =>
    amount === undefined ? t('field.none') : formatMoney(amount, symbol);
  return (
    <Stack component="dl" gap={8} aria-live="polite">
      <Sum name={t('pay.added')}>{money(amounts?.amount)}</Sum>
      <Sum name={t(tax.included ? 'billing.taxIncluded' : 'billing.tax', { rate: tax.percentage })}>
        {money(amounts?.tax)}
      </Sum>
      <Sum name={t('pay.total')} strong>
        {money(amounts?.total)}
      </Sum>
    </Stack>
  );
}

type TransferProps = { options: PaymentOptions; slip: UploadControl; error: ReactNode };

function Transfer({ options: { bank }, slip, error }: TransferProps) {
  const t = useText();
  return (
    <>
      <NoteBox tone="info">
        {bank === null ? (
          <p>
            {t('pay.noAccount')} <SupportLine />
          </p>
        ) : (
          <>
            <Text fw={600}>{t('pay.account')}</Text>
            <Text mt={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {bank}
            </Text>
          </>
        )}
        <Text mt={4}>{t('pay.bankThen')}</Text>
      </NoteBox>
      <DocumentUpload label={t('pay.slip')} error={error ? String(error) : undefined} {...slip} />
    </>
  );
}
