// The billing details for receipts and statements. Owners and admins may change them.
import { type BillingDetails, billingDetails } from '@godwit/contract/payments/billing';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { detailsQuery, setDetails } from '../../api/billing.ts';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { Card, LoadingCard } from '../../ui/Card.tsx';
import { SettingRow } from '../../ui/SettingRow.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';

export function DetailsCard() {
  const t = useText();
  const { data, error, refetch } = useQuery(detailsQuery);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingCard heights={[120]} />;
  return (
    <Card padded={false}>
      <SettingRow label={t('billing.details')} hint={t('billing.detailsHint')}>
        <DetailsForm saved={data} />
      </SettingRow>
    </Card>
  );
}

function DetailsForm({ saved }: { saved: BillingDetails }) {
  const t = useText();
  const queries = useQueryClient();
  const { form, submit, busy, failure } = useSchemaForm({
    schema: billingDetails,
    initialValues: saved,
    call: async (values) => {
      queries.setQueryData(detailsQuery.queryKey, await setDetails(values));
      toastSuccess(t('billing.detailsSaved'));
    },
    inPlace: true,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12} align="flex-start">
        <TextInput
          w="100%"
          label={t('billing.detailsName')}
          maxLength={120}
          autoComplete="organization"
          {...form.getInputProps('name')}
        />
        <Textarea
          w="100%"
          label={t('billing.detailsAddress')}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={300}
          autoComplete="street-address"
          {...form.getInputProps('address')}
        />
        <TextInput
          w="100%"
          label={t('billing.detailsTax')}
          maxLength={40}
          autoComplete="off"
          {...form.getInputProps('tax_number')}
        />
        <Failure>{failure}</Failure>
        <SubmitButton variant="outline" busy={busy} busyLabel={t('action.saving')}>
          {t('action.save')}
        </SubmitButton>
      </Stack>
    </form>
  );
}
