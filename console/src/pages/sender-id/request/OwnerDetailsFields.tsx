// The fields that registers and telcos ask for: the form, place and website of the owner, and its contact.
import { CONTINENTS } from '@godwit/contract/numbers/countries';
import { AUTHORITIES, OWNER_KINDS, OWNER_LIMITS } from '@godwit/contract/ownerDetails';
import { Fieldset, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { countryName } from '../../../countryName.ts';
import { useText } from '../../../text/useText.ts';
import type { RequestForm } from './form.ts';

/** All countries by their names in the language on screen. One with several dial codes is listed for each. */
const countries = () =>
  [...new Set(CONTINENTS.flatMap((continent) => continent.countries.map(({ iso2 }) => iso2)))]
    .map((value) => ({ value, label: countryName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));

type Field = 'owner_kind' | 'owner_country' | 'contact_authority';

export function OwnerDetailsFields({ form }: { form: RequestForm }) {
  const t = useText();
  const choice = (field: Field) => ({
    ...form.getInputProps(field),
    placeholder: t('sender.basisNone'),
    value: form.values[field] || null,
    onChange: (chosen: string | null) => form.setFieldValue(field, chosen ?? ''),
    clearable: true,
  });
  const text = (field: keyof typeof OWNER_LIMITS) => ({
    ...form.getInputProps(field),
    maxLength: OWNER_LIMITS[field],
    autoComplete: 'off',
  });
  return (
    <Fieldset variant="unstyled" p={0} legend={t('sender.details')} styles={{ legend: { fontWeight: 600 } }}>
      <Text c="dimmed" fz={13} mb={16}>
        {t('sender.detailsHint')}
      </Text>
      <Stack gap={24}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={24}>
          <Select
            label={t('sender.ownerKind')}
            data={OWNER_KINDS.map((value) => ({ value, label: t(`sender.ownerKind.${value}`) }))}
            {...choice('owner_kind')}
          />
          <Select
            label={t('sender.ownerCountry')}
            data={countries()}
            searchable
            {...choice('owner_country')}
          />
        </SimpleGrid>
        <TextInput label={t('sender.ownerAddress')} {...text('owner_address')} />
        <TextInput label={t('sender.ownerWebsite')} inputMode="url" {...text('owner_website')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={24}>
          <TextInput label={t('sender.contactName')} {...text('contact_name')} />
          <TextInput label={t('sender.contactRole')} {...text('contact_role')} />
        </SimpleGrid>
        <Select
          label={t('sender.contactAuthority')}
          data={AUTHORITIES.map((value) => ({ value, label: t(`sender.authority.${value}`) }))}
          {...choice('contact_authority')}
        />
      </Stack>
    </Fieldset>
  );
}
