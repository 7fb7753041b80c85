// The owner of the name: the business by its number, its right to the name, and the consent of a client.
import type { ContentClass } from '@godwit/contract/contentClass';
import { NAME_BASES, OWNER_SCHEMES } from '@godwit/contract/owners';
import { Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DocumentUpload } from '../../components/form/DocumentUpload.tsx';
import type { UploadControl } from '../../components/form/useUpload.ts';
import { useText } from '../../text/useText.ts';

type OwnerValues = {
  owner_scheme: string;
  owner_number: string;
  name_basis: string;
  for_client: boolean;
};

export const NO_OWNER: OwnerValues = {
  owner_scheme: '',
  owner_number: '',
  name_basis: '',
  for_client: false,
};

/** The form of a request for a sender ID. */
type SenderValues = OwnerValues & {
  sender_id: string;
  class: ContentClass;
  description: string;
  legal_name: string;
};

type Props = {
  form: UseFormReturnType<SenderValues>;
  consent: UploadControl;
  /** The error of the consent. */
  problem: string | undefined;
};

export function OwnerFields({ form, consent, problem }: Props) {
  const t = useText();
  const { owner_scheme: scheme, for_client: forClient } = form.values;
  return (
    <Stack gap={24}>
      <Radio.Group
        label={t('sender.owner')}
        description={t('sender.ownerHint')}
        value={String(forClient)}
        onChange={(client) => form.setFieldValue('for_client', client === 'true')}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={24} mt={8}>
          <Radio value="false" label={t('sender.ownerUs')} />
          <Radio value="true" label={t('sender.ownerClient')} />
        </SimpleGrid>
      </Radio.Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={24}>
        <Select
          label={t('sender.scheme')}
          placeholder={t('sender.schemeNone')}
          data={OWNER_SCHEMES.map((value) => ({ value, label: t(`sender.scheme.${value}`) }))}
          clearable
          {...form.getInputProps('owner_scheme')}
          value={scheme || null}
          onChange={(chosen) => form.setFieldValue('owner_scheme', chosen ?? '')}
        />
        <TextInput
          label={t('sender.number')}
          autoComplete="off"
          maxLength={40}
          spellCheck={false}
          {...form.getInputProps('owner_number')}
        />
      </SimpleGrid>
      <Select
        label={t('sender.basis')}
        placeholder={t('sender.basisNone')}
        data={NAME_BASES.map((value) => ({ value, label: t(`sender.basis.${value}`) }))}
        clearable
        {...form.getInputProps('name_basis')}
        value={form.values.name_basis || null}
        onChange={(chosen) => form.setFieldValue('name_basis', chosen ?? '')}
      />
      {forClient ? (
        <Stack gap={8}>
          <DocumentUpload label={t('sender.consent')} error={problem} {...consent} />
          <Text c="dimmed" fz={13}>
            {t('sender.consentHint')}
          </Text>
        </Stack>
      ) : null}
    </Stack>
  );
}
