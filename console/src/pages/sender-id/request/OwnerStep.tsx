// The owner of the name: the business by its number, and the countries whose rules count for the name.
import { numberProblem, OWNER_SCHEMES, type OwnerScheme, plainNumber } from '@godwit/contract/owners';
import { UNVERIFIED_SENDER } from '@godwit/contract/senders';
import { Anchor, Checkbox, Group, Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { countryName } from '../../../countryName.ts';
import { translate } from '../../../text/translate.ts';
import { useText } from '../../../text/useText.ts';
import { NoteBox } from '../../../ui/NoteBox.tsx';
import { NO_DETAILS } from './draft.ts';
import type { RequestForm, Rules } from './form.ts';
import { OwnerDetailsFields } from './OwnerDetailsFields.tsx';
import { listed } from './SenderPreview.tsx';

type Props = { form: RequestForm; rules: Rules; home: string };

/** The countries with rules of their own for names. */
const ruled = ({ registers, brands_in_texts: brands = {} }: Rules, home: string) => [
  ...new Set([home, 'AU', 'LK', ...registers.map(({ country }) => country), ...Object.keys(brands)]),
];

export function OwnerStep({ form, rules, home }: Props) {
  const t = useText();
  const { for_client: forClient, countries } = form.values;
  return (
    <Stack gap={24}>
      <Radio.Group
        label={t('sender.owner')}
        value={String(forClient)}
        onChange={(client) => form.setFieldValue('for_client', client === 'true')}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={24} mt={8}>
          <Radio value="false" label={t('sender.ownerUs')} />
          <Radio value="true" label={t('sender.ownerClient')} />
        </SimpleGrid>
      </Radio.Group>
      {forClient ? <NoteBox tone="info">{t('sender.clientHint')}</NoteBox> : null}
      <TextInput
        label={t('sender.legalName')}
        description={forClient ? t('sender.legalNameHint') : undefined}
        maxLength={200}
        autoComplete={forClient ? 'off' : 'organization'}
        {...form.getInputProps('legal_name')}
      />
      <Checkbox.Group
        label={t('sender.where')}
        description={t('sender.whereHint')}
        value={countries}
        onChange={(chosen) => form.setFieldValue('countries', chosen)}
      >
        <Group gap="12px 24px" mt={8}>
          {ruled(rules, home)
            .filter((country) => country !== '*')
            .map((country) => (
              <Checkbox key={country} value={country} label={countryName(country)} />
            ))}
        </Group>
      </Checkbox.Group>
      <NumberFields form={form} />
      {form.values.owner_scheme === '' ? null : <OwnerDetailsFields form={form} />}
      <Consequences form={form} rules={rules} />
    </Stack>
  );
}

/** The digits of a number from which on an error is shown while it is typed. */
const COMPLETE: Record<OwnerScheme, number> = { ABN: 11, ACN: 9, BRN: 20, UEN: 10 };

/** Without a number, nothing of what goes with it is asked or sent. */
const NO_NUMBER = { owner_number: '', name_basis: '', ...NO_DETAILS };

/** The kind of the number and the number, which is checked while it is typed. */
function NumberFields({ form }: Pick<Props, 'form'>) {
  const t = useText();
  const { owner_scheme: chosen, owner_number: number } = form.values;
  const scheme = OWNER_SCHEMES.find((one) => one === chosen);
  const problem = scheme && number !== '' ? numberProblem(scheme, number) : null;
  const isComplete = scheme !== undefined && plainNumber(number).length >= COMPLETE[scheme];
  const live = problem !== null && isComplete ? translate(problem) : undefined;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={24}>
      <Select
        label={t('sender.scheme')}
        data={[
          { value: '', label: t('sender.schemeNone') },
          ...OWNER_SCHEMES.map((value) => ({ value, label: t(`sender.scheme.${value}`) })),
        ]}
        allowDeselect={false}
        {...form.getInputProps('owner_scheme')}
        value={chosen}
        onChange={(next) => form.setValues({ owner_scheme: next ?? '', ...(next ? {} : NO_NUMBER) })}
      />
      {scheme ? (
        <div>
          <TextInput
            label={t('sender.number')}
            autoComplete="off"
            maxLength={40}
            spellCheck={false}
            {...form.getInputProps('owner_number')}
            error={form.errors.owner_number ?? live}
            onBlur={() => problem !== null && form.setFieldError('owner_number', translate(problem))}
          />
          <Text role="status" fz={13} mt={8} c="var(--success)">
            {problem === null && number !== '' ? (
              <>
                <IconCheck size={16} style={{ verticalAlign: '-3px' }} aria-hidden="true" />{' '}
                {t('sender.numberFits')}
              </>
            ) : null}
          </Text>
        </div>
      ) : null}
    </SimpleGrid>
  );
}

/** Says for the chosen countries what it means to have a number, or none. */
function Consequences({ form, rules }: Omit<Props, 'home'>) {
  const t = useText();
  const { countries, owner_scheme: scheme } = form.values;
  const registers = rules.registers.filter(({ country }) => countries.includes(country));
  const blocking = registers.filter(({ blocks }) => blocks).map(({ country }) => countryName(country));
  const others = countries.filter((country) => !registers.some((one) => one.country === country));
  const needsAbn = scheme !== 'ABN' && registers.some(({ country }) => country === 'AU');
  const link = (text: React.ReactNode) => (
    <Anchor key="link" href="https://www.abr.gov.au/" target="_blank" rel="noreferrer" inherit>
      {text}
    </Anchor>
  );
  // A client always needs a number.
  const hasNone = scheme === '' && !form.values.for_client;
  return (
    <>
      {needsAbn ? (
        <NoteBox tone="warning">{t.rich('sender.noAbn', { name: UNVERIFIED_SENDER, link })}</NoteBox>
      ) : null}
      {hasNone && blocking.length > 0 ? (
        <NoteBox tone="warning">{t('sender.noNumberBlocks', { countries: listed(blocking) })}</NoteBox>
      ) : null}
      {hasNone && others.length > 0 ? (
        <Text c="dimmed" fz={13}>
          {t('sender.noNumberFine', { countries: listed(others.map(countryName)) })}
        </Text>
      ) : null}
    </>
  );
}
