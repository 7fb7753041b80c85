// Adds and changes a profile of codes.
import { CONTINENTS } from '@godwit/contract/numbers/countries';
import type { VerifyProfile } from '@godwit/contract/publicApi/verifyProfiles';
import {
  Autocomplete,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import {
  changeCodeProfile,
  codeProfilesQuery,
  createCodeProfile,
  type ProfileForm,
} from '../../api/codes.ts';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { countryName } from '../../countryName.ts';
import { useTeam } from '../../session/context.ts';
import { type Translate, useText } from '../../text/useText.ts';
import {
  CODE_PLACE,
  hasCodeOnce,
  isOwnLocale,
  languageOf,
  localeOf,
  previewOf,
  type TypedText,
  USUAL,
} from './codeProfile.ts';
import { useShownProject } from './shownProject.ts';

type Props = Opening & { profile: VerifyProfile | null };

export function ProfileDialog({ profile, ...opening }: Props) {
  const t = useText();
  return (
    <Dialog {...opening} title={t(profile ? 'codeProfiles.edit' : 'codeProfiles.add')} size={640}>
      <Form profile={profile} onClose={opening.onClose} />
    </Dialog>
  );
}

/** The fields with a number, the least and the most that each takes, and its usual value. */
const NUMBERS = {
  code_length: { label: 'codeProfiles.length', least: 4, most: 10, usual: USUAL.length },
  expires_in_s: { label: 'codeProfiles.lifetime', least: 60, most: 3_600, usual: USUAL.lifetime },
  max_checks: { label: 'codeProfiles.checks', least: 1, most: 10, usual: USUAL.checks },
  max_sends: { label: 'codeProfiles.sends', least: 1, most: 10, usual: USUAL.sends },
  resend_after_s: { label: 'codeProfiles.pause', least: 15, most: 240, usual: USUAL.pause },
  daily_cap: { label: 'codeProfiles.cap', least: 1, most: 1_000_000, usual: null },
} as const;
type NumberName = keyof typeof NUMBERS;
const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[];

/** An empty field is ''. */
type Typed = number | string;
type Values = Record<NumberName, Typed> & {
  name: string;
  from: string;
  is_default: boolean;
  texts: TypedText[];
  countries: string[];
  max_price: Typed;
};

function toValues(profile: VerifyProfile | null): Values {
  const numbers = Object.fromEntries(NUMBER_NAMES.map((name) => [name, profile?.[name] ?? '']));
  return {
    ...(numbers as Record<NumberName, Typed>),
    name: profile?.name ?? '',
    from: profile?.from ?? '',
    is_default: profile?.is_default ?? false,
    texts: Object.entries(profile?.texts ?? {}).map(([locale, text]) => ({ locale, text })),
    countries: profile?.countries ?? [],
    max_price: profile?.max_price ?? '',
  };
}

const orNull = (typed: Typed): number | null => (typed === '' ? null : Number(typed));

function toForm({ name, from, is_default, texts, countries, max_price, ...numbers }: Values): ProfileForm {
  const given = Object.fromEntries(NUMBER_NAMES.map((one) => [one, orNull(numbers[one])]));
  return {
    ...(given as Record<NumberName, number | null>),
    ...{ name: name.trim(), is_default, max_price: orNull(max_price) },
    from: from.trim() || null,
    texts: texts.length === 0 ? null : Object.fromEntries(texts.map((one) => [localeOf(one), one.text])),
    countries: countries.length === 0 ? null : countries,
  };
}

/** The rules that the server has too, at the fields. */
function rulesOf(t: Translate) {
  const within = (name: NumberName) => (typed: Typed) => {
    const { least, most } = NUMBERS[name];
    const isIn = typed === '' || (Number(typed) >= least && Number(typed) <= most);
    return isIn ? null : t('codeProfiles.range', { least, most });
  };
  return {
    ...(Object.fromEntries(NUMBER_NAMES.map((name) => [name, within(name)])) as Record<
      NumberName,
      ReturnType<typeof within>
    >),
    name: (name: string) => (name.trim() === '' ? t('codeProfiles.nameMissing') : null),
    texts: {
      locale: (_locale: string, { texts }: Values, path: string) =>
        isOwnLocale(texts[Number(path.split('.')[1])]!, texts) ? null : t('codeProfiles.languageBad'),
      text: (text: string) => (hasCodeOnce(text) ? null : t('codeProfiles.textBad', { code: CODE_PLACE })),
    },
  };
}

function Form({ profile, onClose }: { profile: VerifyProfile | null; onClose: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const { id: projectId, senders } = useShownProject();
  const form = useForm<Values>({ initialValues: toValues(profile), validate: rulesOf(t) });
  const sending = useSubmit({
    form,
    call: async (values) => {
      const asked = toForm(values);
      await (profile ? changeCodeProfile(projectId, profile.id, asked) : createCodeProfile(projectId, asked));
      await queries.invalidateQueries({ queryKey: codeProfilesQuery(projectId).queryKey });
      toastSuccess(t(profile ? 'codeProfiles.changed' : 'codeProfiles.added'));
      onClose();
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      action={t(profile ? 'action.save' : 'codeProfiles.add')}
      busyLabel={t(profile ? 'action.saving' : 'action.adding')}
      onCancel={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16} verticalSpacing={24}>
        <TextInput
          label={t('codeProfiles.name')}
          description={t('codeProfiles.nameHint')}
          inputWrapperOrder={HINT_BELOW}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Autocomplete
          label={t('codeProfiles.sender')}
          description={t('codeProfiles.senderHint')}
          inputWrapperOrder={HINT_BELOW}
          data={senders.map(({ id }) => id)}
          maxLength={16}
          {...form.getInputProps('from')}
        />
      </SimpleGrid>
      <Checkbox
        label={t('codeProfiles.default')}
        description={t('codeProfiles.defaultHint')}
        {...form.getInputProps('is_default', { type: 'checkbox' })}
      />
      <Texts form={form} />
      <Limits form={form} />
    </DialogForm>
  );
}

const HINT_BELOW: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];
type FormProps = { form: UseFormReturnType<Values> };

function Texts({ form }: FormProps) {
  const t = useText();
  const { texts, code_length: typed } = form.values;
  const digits = orNull(typed) ?? USUAL.length;
  const next = ['default', 'si', 'ta', 'en'].find((locale) => !texts.some((one) => localeOf(one) === locale));
  return (
    <Stack component="fieldset" gap={16} m={0} p={0} bd={0}>
      <Text component="legend" fw={500} p={0}>
        {t('codeProfiles.texts')}
      </Text>
      <Text fz={13} c="dimmed" mt={4}>
        {t('codeProfiles.textsHint', { code: CODE_PLACE })}
      </Text>
      {texts.map((one, index) => (
        <Stack key={form.key(`texts.${index}`)} gap={8}>
          <Group align="flex-start" gap={12}>
            <TextInput
              flex="1 1 160px"
              label={t('codeProfiles.language')}
              description={t('codeProfiles.languageHint')}
              inputWrapperOrder={HINT_BELOW}
              autoComplete="off"
              {...form.getInputProps(`texts.${index}.locale`)}
            />
            <Button
              variant="subtle"
              color="red"
              // Level with the field, below its label.
              mt={{ xs: 28 }}
              aria-label={t('codeProfiles.removeLanguage', { language: languageOf(localeOf(one), t) })}
              onClick={() => form.removeListItem('texts', index)}
            >
              {t('action.remove')}
            </Button>
          </Group>
          <Textarea
            label={t('codeProfiles.text')}
            description={
              hasCodeOnce(one.text) ? t('codeProfiles.preview', previewOf(one.text, digits)) : null
            }
            inputWrapperOrder={HINT_BELOW}
            dir="auto"
            autosize
            minRows={2}
            maxLength={1_600}
            {...form.getInputProps(`texts.${index}.text`)}
          />
        </Stack>
      ))}
      {texts.length < 20 ? (
        <div>
          <Button
            variant="outline"
            onClick={() => form.insertListItem('texts', { locale: next ?? '', text: `${CODE_PLACE} ` })}
          >
            {t('codeProfiles.addText')}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}

function Limits({ form }: FormProps) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  return (
    <Stack component="fieldset" gap={16} m={0} p={0} bd={0}>
      <Text component="legend" fw={500} p={0}>
        {t('codeProfiles.limits')}
      </Text>
      <Text fz={13} c="dimmed" mt={4}>
        {t('codeProfiles.limitsHint')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16} verticalSpacing={24}>
        {NUMBER_NAMES.map((name) => (
          <NumberInput
            key={name}
            label={t(NUMBERS[name].label)}
            placeholder={NUMBERS[name].usual?.toString() ?? t('codeProfiles.noLimit')}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=","
            hideControls
            {...form.getInputProps(name)}
          />
        ))}
        <NumberInput
          label={t('codeProfiles.price', { symbol })}
          placeholder={t('codeProfiles.noLimit')}
          decimalScale={6}
          allowNegative={false}
          max={999_999_999}
          hideControls
          {...form.getInputProps('max_price')}
        />
      </SimpleGrid>
      <MultiSelect
        label={t('codeProfiles.countries')}
        placeholder={form.values.countries.length === 0 ? t('codeProfiles.everywhere') : ''}
        data={allCountries()}
        searchable
        maxDropdownHeight={220}
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('countries')}
      />
    </Stack>
  );
}

/** All countries by their names in the language on screen. */
const allCountries = () =>
  [...new Set(CONTINENTS.flatMap(({ countries }) => countries.map(({ iso2 }) => iso2)))]
    .map((value) => ({ value, label: countryName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
