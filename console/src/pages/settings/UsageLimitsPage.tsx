// Usage limits: today's spend, a daily limit, the share of the limit at which a warning is sent, and the caps
// of API keys. Cancel restores the saved values.
import { dailyLimitRequest, type Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { DAILY_LIMIT_INVALID } from '@godwit/contract/sentences/settings';
import { Box, Group, Slider, Switch, type SwitchProps, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type LimitForm, limitProject, projectQuery } from '../../api/projects.ts';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { toastInfo, toastSuccess } from '../../components/toast/toast.ts';
import { formatMoney } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { SettingNote, SettingRow, SettingValue } from '../../ui/SettingRow.tsx';
import { SaveRow } from './SaveRow.tsx';
import { KeyCaps, REFRESH_MS, SpentToday } from './SpentToday.tsx';
import { useCacheProject, useShownProject } from './shownProject.ts';

/**
 * `limit` is the typed amount in major units, `warnPercent` 0 to 100. A field that is switched off keeps its
 * value, so the user can switch it on again.
 */
export type LimitValues = { limitOn: boolean; limit: string; warnOn: boolean; warnPercent: number };

/** The initial value of the slider. */
const DEFAULT_WARN_PERCENT = 80;

type Saved = Pick<Project, 'daily_limit' | 'daily_warn_pct'>;

/** Returns the form values of the saved limits. */
export function toLimitValues({ daily_limit, daily_warn_pct }: Saved): LimitValues {
  return {
    limitOn: daily_limit !== null,
    limit: daily_limit === null ? '' : String(daily_limit),
    warnOn: daily_warn_pct !== null,
    warnPercent: daily_warn_pct === null ? DEFAULT_WARN_PERCENT : Math.round(daily_warn_pct * 100),
  };
}

/** Converts a typed amount to the server's format: `5,000.50` to `5000.50`. */
const plainAmount = (typed: string): string => typed.replaceAll(/[\s,]/g, '');

/** Returns the problem of the typed limit; null if it is valid or switched off. */
export function limitProblem({ limitOn, limit }: Pick<LimitValues, 'limitOn' | 'limit'>): string | null {
  if (!limitOn) return null;
  const daily_limit = plainAmount(limit);
  const isValid = daily_limit !== '' && dailyLimitRequest.safeParse({ daily_limit }).success;
  return isValid ? null : translate(DAILY_LIMIT_INVALID);
}

/**
 * Returns the difference between the saved limits and the form, or null if they are equal. Removing the limit
 * also removes its warning.
 */
export function toLimitForm(values: LimitValues, saved: Saved): LimitForm | null {
  if (!values.limitOn) return saved.daily_limit === null ? null : { clear_daily_limit: true };
  const limit = plainAmount(values.limit);
  const limitChanged = saved.daily_limit === null || Number(limit) !== saved.daily_limit;
  const before = toLimitValues(saved);
  const warnChanged =
    values.warnOn !== before.warnOn || (values.warnOn && values.warnPercent !== before.warnPercent);
  if (!limitChanged && !warnChanged) return null;
  return {
    ...(limitChanged && { daily_limit: limit }),
    ...(warnChanged && values.warnOn && { daily_warn_pct: String(values.warnPercent / 100) }),
    ...(warnChanged && !values.warnOn && { clear_daily_warn: true as const }),
  };
}

export default function UsageLimitsPage() {
  const project = useShownProject();
  useQuery({ ...projectQuery(project.id), refetchInterval: REFRESH_MS });
  return (
    <Card padded={false}>
      <SpentToday project={project} />
      {may(project.role, 'projects') ? <LimitsForm project={project} /> : <Limits project={project} />}
      <KeyCaps project={project} />
    </Card>
  );
}

/** Shows the limits to users who may not change them. */
function Limits({ project }: { project: Project }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { daily_limit: limit, daily_warn_pct: share } = project;
  return (
    <>
      <SettingRow label={t('limits.daily')} hint={t('limits.dailyHint')}>
        <SettingValue>{limit === null ? t('limits.none') : formatMoney(limit, symbol)}</SettingValue>
      </SettingRow>
      <SettingRow label={t('limits.warning')} hint={t('limits.warningHint')}>
        <SettingValue>
          {limit === null || share === null
            ? t('limits.off')
            : t('limits.warnAt', { share, amount: formatMoney(limit * share, symbol) })}
        </SettingValue>
      </SettingRow>
    </>
  );
}

function LimitsForm({ project }: { project: Project }) {
  const t = useText();
  const cacheProject = useCacheProject();
  const form = useForm<LimitValues>({
    initialValues: toLimitValues(project),
    validate: { limit: (_limit, values) => limitProblem(values) },
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      const change = toLimitForm(values, project);
      if (change === null) {
        toastInfo(t('settings.noChanges'));
        return;
      }
      const changed = await limitProject(project.id, change);
      cacheProject(changed);
      form.setValues(toLimitValues(changed));
      toastSuccess(t('limits.saved'));
    },
    names: { daily_limit: 'limit', daily_warn_pct: 'warnPercent' },
  });
  const { limitOn } = form.values;

  function cancel(): void {
    form.setValues(toLimitValues(project));
    form.clearErrors();
  }

  return (
    <form onSubmit={submit} noValidate className="ruled">
      <SettingRow label={t('limits.daily')} hint={t('limits.dailyHint')}>
        <Toggle aria-label={t('limits.daily')} {...form.getInputProps('limitOn', { type: 'checkbox' })}>
          {limitOn ? <LimitField form={form} /> : <OffText>{t('limits.none')}</OffText>}
        </Toggle>
      </SettingRow>
      <SettingRow label={t('limits.warning')} hint={t('limits.warningHint')}>
        <Warning form={form} />
      </SettingRow>
      <SaveRow busy={busy} onCancel={cancel} />
    </form>
  );
}

/** A switch with the setting that it enables. */
function Toggle({ children, ...props }: SwitchProps & { children: ReactNode }) {
  return (
    <Group align="flex-start" wrap="nowrap" mih={40}>
      <Switch flex="none" my={8} {...props} />
      {children}
    </Group>
  );
}

const OffText = ({ children }: { children: string }) => (
  <Text py={10} c="dimmed">
    {children}
  </Text>
);

type FormProps = { form: UseFormReturnType<LimitValues> };

function LimitField({ form }: FormProps) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  return (
    <TextInput
      flex="0 1 280px"
      aria-label={t('limits.amount')}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      leftSection={<Text c="dimmed">{symbol}</Text>}
      leftSectionPointerEvents="none"
      {...form.getInputProps('limit')}
    />
  );
}

function Warning({ form }: FormProps) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { limitOn, warnOn, warnPercent } = form.values;
  const isOn = limitOn && warnOn;
  const amount = limitProblem(form.values)
    ? null
    : Number(plainAmount(form.values.limit)) * (warnPercent / 100);
  return (
    <Toggle
      aria-label={t('limits.warning')}
      disabled={!limitOn}
      {...form.getInputProps('warnOn', { type: 'checkbox' })}
      checked={isOn}
    >
      {isOn ? (
        <Box flex={1} miw={0} pt={14}>
          <Slider
            thumbLabel={t('limits.share')}
            thumbValueText={t('limits.percent', { share: warnPercent / 100 })}
            label={null}
            min={0}
            max={100}
            value={warnPercent}
            onChange={(percent) => form.setFieldValue('warnPercent', percent)}
          />
          <SettingNote>
            {amount === null
              ? t('limits.percent', { share: warnPercent / 100 })
              : t('limits.warnAt', { share: warnPercent / 100, amount: formatMoney(amount, symbol) })}
          </SettingNote>
        </Box>
      ) : (
        <OffText>{t(limitOn ? 'limits.off' : 'limits.needsLimit')}</OffText>
      )}
    </Toggle>
  );
}
